// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Units as the commands of a batch change them, one after the other. A unit that becomes uncertain has an inquiry
 * submitted, one that stops being so takes its inquiry along.
 *
 * <p>An inquiry is there for others only once the batch is written. So a batch ends before a command that is about a
 * question which it has asked itself.
 */
final class UnitBatch {
    private final UnitsPage page;
    private final Map<WorkId, Unit> changed = new LinkedHashMap<>();
    private final List<NewUnit> inquiries = new ArrayList<>(0);
    private final Set<WorkId> asked = new HashSet<>(0);
    private final List<AuditEntry> audit = new ArrayList<>(0);

    UnitBatch(UnitsPage page) {
        this.page = page;
    }

    Optional<Unit> find(WorkId id) {
        return Optional.ofNullable(changed.get(id))
                .or(() -> Optional.ofNullable(page.units().get(id)));
    }

    /** Whether a command about this unit has to wait for the next batch. */
    boolean hasAsked(WorkId id) {
        return asked.contains(id);
    }

    void change(Unit decided) {
        Unit known = find(decided.id()).orElseThrow();
        Unit after = UnitChange.requeued(known, decided, policy(decided));
        Optional<Fence> before = question(known);
        Optional<Fence> now = question(after);
        changed.put(after.id(), after);
        if (before.equals(now) || Inquiry.of(after).isPresent()) {
            return;
        }
        before.ifPresent(fence -> close(after, fence));
        now.ifPresent(fence -> ask(after, fence));
    }

    private PoolPolicy policy(Unit unit) {
        return Objects.requireNonNull(page.pools().get(unit.pool())).policy();
    }

    private void ask(Unit subject, Fence fence) {
        NewUnit inquiry = Inquiry.about(subject, fence);
        inquiries.add(inquiry);
        asked.add(subject.id());
        asked.add(inquiry.id());
    }

    private void close(Unit subject, Fence fence) {
        find(Inquiry.idOf(subject.pool(), fence))
                .filter(inquiry -> Inquiry.of(inquiry)
                        .filter(asks -> asks.work().equals(subject.id()))
                        .isPresent())
                .flatMap(inquiry -> InquiryRules.closed(inquiry, page.now()))
                .ifPresent(closed -> changed.put(closed.id(), closed));
    }

    /**
     * An inquiry lives again on the word that its question is open: its subject must not have moved meanwhile, which is what
     * writing it makes sure of.
     */
    void hold(Unit subject) {
        changed.put(subject.id(), subject.touched());
    }

    private static Optional<Fence> question(Unit unit) {
        return unit.state() instanceof WorkState.Uncertain uncertain
                ? Optional.of(uncertain.fence())
                : Optional.empty();
    }

    void audit(Optional<AuditEntry> entry) {
        entry.ifPresent(audit::add);
    }

    Changes changes() {
        return new Changes(
                List.of(),
                List.of(),
                changed.values().stream()
                        .map(after -> new UnitChange(
                                Objects.requireNonNull(page.units().get(after.id())), after))
                        .toList(),
                inquiries,
                List.of(),
                audit);
    }
}
