// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainDecision;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.ShowDomain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast domain set}. */
@Command(
        name = "set",
        description = {
            "Define a domain that pools share, or give it other limits: what is not said is not limited. Shows what"
                    + " differs from what it allowed."
        },
        mixinStandardHelpOptions = true)
final class DomainSetCommand implements Callable<Integer> {
    @Mixin
    private DomainArgument domain;

    @Option(names = "--claims", paramLabel = "N", description = "at most so many live claims (default: any number)")
    private Long claims;

    @Option(
            names = "--resource",
            paramLabel = "NAME=UNITS",
            description = "at most so much of a resource; may be said more than once")
    private Map<String, Long> resources = new TreeMap<>();

    @Option(
            names = "--quarantine-share",
            paramLabel = "PERCENT",
            defaultValue = "50",
            description = "how much of each limit uncertain work may keep (default: 50)")
    private int quarantineShare;

    @Option(
            names = "--revision",
            paramLabel = "N",
            description = "refuse unless the domain has this revision, 0 for one that is not there")
    private Integer revision;

    @Option(names = "--dry-run", description = "show what differs, and write nothing")
    private boolean dryRun;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            defaultValue = "set by a command",
            description = "why; kept in the audit")
    private String reason;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        DomainTerms terms = terms();
        try (Ledger open = dryRun ? ledger.openExisting() : ledger.place().openOrCreate()) {
            Optional<Domain> stored = open.ask(new ShowDomain(domain.name()))
                    .map(DomainSnapshot::domain)
                    .filter(known -> known.owner().isEmpty());
            int known = stored.map(Domain::revision).orElse(0);
            List<String> differences = stored.map(before -> before.terms().differences(terms))
                    .orElse(List.of("claims", "resources", "quarantineShare"));
            if (revision != null && revision != known && !differences.isEmpty()) {
                throw new CliException(
                        ExitCode.REFUSED,
                        "refused: domain '" + domain.name() + "' "
                                + (stored.isPresent() ? "has revision " + known + " now" : "is not there")
                                + ", not revision " + revision + "; look at what differs");
            }
            Map<String, Object> members = members(stored, terms, differences);
            if (dryRun) {
                return answer(members, "nothing was written", ExitCode.DONE);
            }
            return answer(
                    members,
                    open.submit(new DefineDomain(
                            domain.name(), terms, stored.map(Domain::revision), actor.name(), reason)));
        }
    }

    private DomainTerms terms() {
        try {
            OptionalLong most = claims == null ? OptionalLong.empty() : OptionalLong.of(claims);
            return new DomainTerms(new DomainLimit(most, new TreeMap<>(resources)), quarantineShare);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, e.getMessage());
        }
    }

    private Map<String, Object> members(Optional<Domain> stored, DomainTerms terms, List<String> differences) {
        Map<String, Object> wanted = DomainViews.line(Domain.shared(domain.name(), 0, terms));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("domain", domain.name());
        for (String name : differences) {
            String before = stored.map(known -> DomainViews.line(known).get(name) + " -> ")
                    .orElse("");
            members.put(name, before + wanted.get(name));
        }
        return members;
    }

    private int answer(Map<String, Object> members, DomainDecision decision) {
        return switch (decision) {
            case DomainDecision.Defined done -> answer(members, "defined, revision " + done.revision(), ExitCode.DONE);
            case DomainDecision.Revised done -> answer(members, "revised, revision " + done.revision(), ExitCode.DONE);
            case DomainDecision.Repeated same ->
                answer(members, "unchanged, revision " + same.revision(), ExitCode.DONE);
            case DomainDecision.LimitConflict other ->
                answer(
                        members,
                        "refused: meanwhile somebody else gave it limits, of revision " + other.revision()
                                + ", that differ in " + String.join(", ", other.differences())
                                + "; look at what differs now",
                        ExitCode.REFUSED);
            case DomainDecision.DomainUnknown unknown ->
                answer(members, "refused: there is no such domain any more", ExitCode.REFUSED);
            case DomainDecision.Owned owned ->
                answer(
                        members,
                        "refused: pool '" + owned.owner() + "' declares a domain of this name; 'holdfast pool set'"
                                + " changes that, or give the shared one another name",
                        ExitCode.REFUSED);
        };
    }

    private int answer(Map<String, Object> members, String sentence, int exit) {
        members.put("answer", sentence);
        output.print(members);
        return exit;
    }
}
