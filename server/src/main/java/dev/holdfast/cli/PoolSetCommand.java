// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Source;
import dev.holdfast.document.PoolDocument;
import java.io.BufferedReader;
import java.io.Console;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast pool set}. */
@Command(
        name = "set",
        description = {
            "Define a pool by a document, or give it another policy. Shows first in what the policy differs: from the"
                    + " one that the pool has, or from the defaults. docs/pools.md has an example with every member."
        },
        mixinStandardHelpOptions = true)
final class PoolSetCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "POOL",
            arity = "0..1",
            description = "id of the pool (default: the one that the document names)")
    private String named;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            required = true,
            description = "the document, JSON where the name ends in .json, else YAML; - for standard input")
    private String file;

    @Option(
            names = "--keep",
            description = "members that the document leaves away stay as they are (default: they get the default)")
    private boolean keep;

    @Option(
            names = "--revision",
            paramLabel = "N",
            description = "refuse unless the pool has this revision, 0 for a pool that is not there (default: the"
                    + " document's revision, if it has one)")
    private Integer revision;

    @Option(
            names = "--source",
            paramLabel = "KIND",
            defaultValue = "EXPLICIT",
            description = "what the document is, kept with the revision: ${COMPLETION-CANDIDATES} (default:"
                    + " ${DEFAULT-VALUE})")
    private Source.Kind kind;

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask")
    private boolean yes;

    @Option(names = "--dry-run", description = "show what differs and write nothing")
    private boolean dryRun;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            defaultValue = "defined by a document",
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
        PoolDocument document = DocumentFile.read(file);
        PoolId pool = pool(document);
        try (Ledger open = dryRun ? ledger.openExisting() : ledger.place().openOrCreate()) {
            Optional<Pool> stored = open.ask(new ShowPool(pool)).map(PoolSnapshot::pool);
            Optional<Pool> kept = stored.filter(known -> keep);
            PolicyChange change = new PolicyChange(
                    pool,
                    stored,
                    document.policy(kept.map(Pool::policy)),
                    document.sources(source(), kept.map(Pool::sources)));
            show(change);
            if (change.changesNothing()) {
                return answer(change, unchanged(change.revision()), ExitCode.DONE);
            }
            checkRevision(document, change);
            if (dryRun) {
                return answer(change, "nothing was written", ExitCode.DONE);
            }
            if (!isAgreed(change)) {
                return answer(change, "nothing was written", ExitCode.REFUSED);
            }
            return answer(change, open.submit(change.command(actor.name(), reason)));
        }
    }

    private Source source() {
        boolean isPiped = file.equals(DocumentFile.STANDARD_INPUT);
        return new Source(kind, actor.name(), isPiped ? "standard input" : Text.shorten(Text.oneLine(file), 200));
    }

    /** The one that is named, here or in the document; both have to mean the same. */
    private PoolId pool(PoolDocument document) {
        Optional<String> its = document.pool();
        if (named == null) {
            return its.map(PoolId::new)
                    .orElseThrow(() -> new CliException(
                            ExitCode.USAGE, file + " does not say which pool it is for; name the pool"));
        }
        its.filter(name -> !name.equals(named)).ifPresent(name -> {
            throw new CliException(
                    ExitCode.USAGE,
                    file + " is about the pool '" + name + "', not '" + named
                            + "'; take its member 'pool' away if it is" + " for others too");
        });
        return new PoolId(named);
    }

    /** Somebody else may have defined the pool since the document was made. */
    private void checkRevision(PoolDocument document, PolicyChange change) {
        Optional<Integer> expected = Optional.ofNullable(revision).or(document::revision);
        expected.filter(number -> number.intValue() != change.revision()).ifPresent(number -> {
            throw new CliException(
                    ExitCode.REFUSED,
                    "refused: this was made from revision " + number + " of pool '" + change.pool() + "', "
                            + (change.stored().isPresent()
                                    ? "which has revision " + change.revision() + " now"
                                    : "which is not there")
                            + "; look at what differs and say --revision " + change.revision());
        });
    }

    private void show(PolicyChange change) {
        if (!output.isJson()) {
            output.out().println(change.title(ledger.place().shown()));
            change.lines(Ansi.AUTO.enabled()).forEach(output.out()::println);
            output.out().flush();
        }
    }

    private boolean isAgreed(PolicyChange change) {
        if (yes) {
            return true;
        }
        Optional<Console> console = Optional.ofNullable(System.console())
                .filter(any -> Terminal.isInteractive() && !output.isJson())
                .filter(any -> !file.equals(DocumentFile.STANDARD_INPUT));
        if (console.isEmpty()) {
            throw new CliException(
                    ExitCode.USAGE, "nothing was written, as there is nobody to ask here; say --yes to write it");
        }
        return Confirmation.isGiven(
                change.stored().isPresent() ? "revise it so?" : "define it so?",
                new BufferedReader(console.get().reader()),
                output.err());
    }

    private int answer(PolicyChange change, PoolDecision decision) {
        return switch (decision) {
            case PoolDecision.Defined defined ->
                answer(change, defined.revision(), "defined, revision " + defined.revision(), ExitCode.DONE);
            case PoolDecision.Repeated same ->
                answer(change, same.revision(), unchanged(same.revision()), ExitCode.DONE);
            case PoolDecision.Revised revised ->
                answer(change, revised.revision(), "revised, revision " + revised.revision(), ExitCode.DONE);
            case PoolDecision.PolicyConflict other ->
                answer(
                        change,
                        other.revision(),
                        refused(change.pool(), other.revision(), other.differences()),
                        ExitCode.REFUSED);
            case PoolDecision.DomainInUse inUse ->
                answer(
                        change,
                        "refused: work that has not ended names the domain '" + inUse.domain()
                                + "', which the policy gives up; keep the domain until then",
                        ExitCode.REFUSED);
            case PoolDecision.DomainTaken taken ->
                answer(
                        change,
                        "refused: the domain '" + taken.domain() + "' belongs to pool '" + taken.owner()
                                + "'; give the domain of this pool another name, or share one ('holdfast domain set')",
                        ExitCode.REFUSED);
            case PoolDecision.DomainShared shared ->
                answer(
                        change,
                        "refused: the domain '" + shared.domain()
                                + "' is shared; name it among sharedDomains instead of declaring it",
                        ExitCode.REFUSED);
            case PoolDecision.DomainUnknown unknown ->
                answer(
                        change,
                        "refused: there is no shared domain '" + unknown.domain()
                                + "'; define it first ('holdfast domain set')",
                        ExitCode.REFUSED);
            case PoolDecision.Paused paused -> throw unexpected(decision);
            case PoolDecision.Resumed resumed -> throw unexpected(decision);
            case PoolUnknown unknown -> throw unexpected(decision);
        };
    }

    private int answer(PolicyChange change, String sentence, int exit) {
        return answer(change, change.revision(), sentence, exit);
    }

    private int answer(PolicyChange change, int current, String sentence, int exit) {
        if (output.isJson()) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("pool", change.pool().value());
            members.put("revision", current);
            members.put("differences", change.rows());
            members.put("answer", sentence);
            output.printJson(members);
        } else {
            output.out().println(Text.oneLine(sentence));
        }
        return exit;
    }

    private static String unchanged(int revision) {
        return "unchanged, revision " + revision;
    }

    private static String refused(PoolId pool, int current, List<String> differences) {
        return "refused: meanwhile somebody else gave pool '" + pool + "' a policy, of revision " + current
                + ", that differs in " + String.join(", ", differences) + "; look at what differs now";
    }

    private static IllegalStateException unexpected(PoolDecision decision) {
        return new IllegalStateException("a ledger does not answer a definition with " + decision);
    }
}
