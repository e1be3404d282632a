// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.WorkId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Admission of work.
 *
 * <pre>
 * 1 no such pool                                             PoolUnknown
 * 2 a kind or key that only the ledger gives                 Reserved
 * 3 a resource or domain that nobody defines                 Undefined
 * 4 the key has a unit, of the same intent / of another      Repeated / Conflict
 * 5 the id has a unit under another key                      Conflict (key)
 * 6 as many queued as the policy allows                      TooManyQueued
 * 7 one eligibility too many                                 TooManyShapes
 * 8 demands more than pool or domain have: RETAIN / POISON   Admitted QUEUED / POISONED
 * 9                                                          Admitted QUEUED, or HELD when that was asked for
 * </pre>
 *
 * <p>1, 2, 3 and 8 depend on the policy alone, so that on the common path admission is one insert, which the store makes
 * only while the policy is of the same revision; 4, 5 and 7 are what the insert found in its way. 6 counts what is
 * queued, for pools that limit it; one that ends at once, or is held, is not.
 */
public final class AdmissionRules {
    /** Most eligibility classes that may have units in one pool. */
    public static final int MAX_CLASSES = 256;

    /** A second: a queue that is full is not emptied by asking more often. */
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    /** Decided before anything is inserted. */
    public sealed interface Screening {
        record Refused(SubmitDecision decision) implements Screening {}

        record Insert(NewUnit unit) implements Screening {}
    }

    private AdmissionRules() {}

    public static Screening screen(Submit command, Optional<Terms> known) {
        if (known.isEmpty()) {
            return new Screening.Refused(new PoolUnknown(command.pool()));
        }
        Optional<SubmitDecision> reserved = reserved(command.submission());
        if (reserved.isPresent()) {
            return new Screening.Refused(reserved.get());
        }
        PoolPolicy policy = known.get().policy();
        Needs needs = command.submission().requirements().needs();
        if (!needs.isNone()) {
            List<String> domains = needs.domains().stream()
                    .filter(name -> !policy.allDomains().contains(name))
                    .toList();
            List<String> resources = needs.demand().keySet().stream()
                    .filter(name -> !isDefined(name, needs, policy))
                    .toList();
            if (!domains.isEmpty() || !resources.isEmpty()) {
                return new Screening.Refused(new SubmitDecision.Undefined(resources, domains));
            }
        }
        WorkId id = command.submission()
                .id()
                .orElseGet(() ->
                        WorkId.derived(command.pool(), command.submission().key()));
        boolean poisoned = policy.oversized() == Oversized.POISON
                && oversized(needs, policy).isPresent();
        return new Screening.Insert(new NewUnit(
                id,
                command.pool(),
                known.get().revision(),
                command.submission(),
                policy.fairness().laneKey(command.submission().requirements().fairnessKey()),
                command.hold(),
                poisoned));
    }

    private static Optional<SubmitDecision> reserved(Submission submission) {
        String kind = submission.requirements().eligibility().kind();
        if (kind.startsWith(Inquiry.RESERVED)) {
            return Optional.of(new SubmitDecision.Reserved("kind", kind));
        }
        String key = submission.key().value();
        return key.startsWith(Inquiry.RESERVED) || key.startsWith(Schedule.RESERVED)
                ? Optional.of(new SubmitDecision.Reserved("key", key))
                : Optional.empty();
    }

    public static SubmitDecision decide(NewUnit unit, Insertion insertion) {
        return switch (insertion) {
            case Insertion.Inserted inserted -> new SubmitDecision.Admitted(unit.id(), unit.status());
            case Insertion.KeyTaken taken -> {
                List<String> differences =
                        unit.submission().differences(taken.unit().submission());
                yield differences.isEmpty()
                        ? new SubmitDecision.Repeated(taken.unit(), taken.until())
                        : new SubmitDecision.Conflict(taken.unit().id(), differences);
            }
            case Insertion.IdTaken taken -> {
                List<String> differences = new ArrayList<>(List.of("key"));
                differences.addAll(unit.submission().differences(taken.unit().submission()));
                yield new SubmitDecision.Conflict(taken.unit().id(), differences);
            }
            case Insertion.Outdated outdated ->
                throw new IllegalStateException("was decided on a revision that is over");
            case Insertion.NoClassLeft full -> new SubmitDecision.TooManyShapes(full.limit());
        };
    }

    /** Whether all units are in the ledger after these insertions. */
    public static boolean areIn(List<NewUnit> units, List<Insertion> insertions) {
        for (int i = 0; i < units.size(); i++) {
            boolean outdated = insertions.get(i) instanceof Insertion.Outdated;
            if (outdated || !isIn(decide(units.get(i), insertions.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the unit is in the ledger after this decision. */
    static boolean isIn(SubmitDecision decision) {
        return decision instanceof SubmitDecision.Admitted || decision instanceof SubmitDecision.Repeated;
    }

    /** What a shared domain allows may change while the policy does not: one that is named may define any resource. */
    private static boolean isDefined(String resource, Needs needs, PoolPolicy policy) {
        return policy.capacity().containsKey(resource)
                || needs.domains().stream()
                        .filter(policy.sharedDomains()::contains)
                        .findAny()
                        .isPresent()
                || needs.domains().stream()
                        .map(policy.domains()::get)
                        .anyMatch(domain -> domain != null && domain.resources().containsKey(resource));
    }

    /** The answer to units that a queue has no room for. */
    public static SubmitDecision.TooManyQueued tooManyQueued(PoolPolicy policy, long queued) {
        Duration first = policy.retry().initial();
        return new SubmitDecision.TooManyQueued(
                policy.maxQueued().orElseThrow(), queued, first.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : first);
    }

    /** The first account whose whole limit is smaller than what one unit needs. */
    static Optional<Account> oversized(Needs needs, PoolPolicy policy) {
        for (Map.Entry<String, Long> each : needs.demand().entrySet()) {
            if (each.getValue() > policy.capacity().getOrDefault(each.getKey(), Long.MAX_VALUE)) {
                return Optional.of(new Account(Account.Scope.POOL_RESOURCE, "", each.getKey()));
            }
            for (String name : needs.domains()) {
                DomainLimit domain = policy.domains().get(name);
                OptionalLong limit = domain == null || !domain.resources().containsKey(each.getKey())
                        ? OptionalLong.empty()
                        : OptionalLong.of(domain.resources().get(each.getKey()));
                if (limit.isPresent() && each.getValue() > limit.getAsLong()) {
                    return Optional.of(Account.domainResource(name, each.getKey()));
                }
            }
        }
        return Optional.empty();
    }
}
