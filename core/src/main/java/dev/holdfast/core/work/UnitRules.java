// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides a batch of commands about units, in order, each seeing what the former has changed. It decides the first at
 * least; those beyond the last decision have to be decided in another batch.
 */
public final class UnitRules {
    /** What a settlement that its guard alone has decided is answered. */
    public static final SettleDecision SETTLED_BY_GUARD = new SettleDecision.Accepted(Status.SUCCEEDED);

    private UnitRules() {}

    public static Save<List<Decision>> decide(List<? extends UnitCommand<?>> commands, UnitsPage page) {
        UnitBatch batch = new UnitBatch(page);
        List<Decision> decisions = new ArrayList<>(commands.size());
        for (UnitCommand<?> command : commands) {
            if (batch.hasAsked(command.work())) {
                break;
            }
            Optional<Unit> unit = batch.find(command.work());
            Ruling<?> ruling = rule(command, unit, page);
            Optional<Inquiry> inquiry = unit.flatMap(Inquiry::of);
            if (inquiry.isPresent()) {
                Optional<Unit> subject = batch.find(inquiry.get().work());
                ruling = InquiryRules.guard(command, ruling, inquiry.get().isOpen(subject));
                if (ruling.decision() instanceof RedriveDecision.Redriven) {
                    batch.hold(subject.orElseThrow());
                }
            }
            if (ruling.after().isPresent()) {
                batch.change(ruling.after().get());
                batch.audit(AuditRules.entry(command, ruling.decision(), page.now()));
            }
            decisions.add(ruling.decision());
        }
        return new Save<>(batch.changes(), decisions);
    }

    private static Ruling<?> rule(UnitCommand<?> command, Optional<Unit> unit, UnitsPage page) {
        PoolPolicy policy = unit.map(known ->
                        Objects.requireNonNull(page.pools().get(known.pool())).policy())
                .orElse(PoolPolicy.DEFAULT);
        return switch (command) {
            case Begin begin -> HolderRules.begin(begin, unit, page.now());
            case Settle settle -> HolderRules.settle(settle, unit, policy, page.now());
            case Cancel cancel -> CancelRules.cancel(cancel, unit, page.now());
            case Resolve resolve -> ResolveRules.resolve(resolve, unit, policy, page.now());
            case Redrive redrive -> RedriveRules.redrive(redrive, unit, page.now());
            case Redact redact -> RedactRules.redact(unit);
            case Promote promote -> HoldRules.promote(promote, unit, page.now());
            case Withdraw withdraw -> HoldRules.withdraw(withdraw, unit, page.now());
            case HandBack handBack -> LossRules.handBack(handBack, unit, policy, page.now());
        };
    }
}
