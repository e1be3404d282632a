// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.WorkId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Decides a batch of commands about units, in order, each seeing what the former has changed. */
public final class UnitRules {
    /** What a settlement that its guard alone has decided is answered. */
    public static final SettleDecision SETTLED_BY_GUARD = new SettleDecision.Accepted(Status.SUCCEEDED);

    private UnitRules() {}

    public static Save<List<Decision>> decide(List<? extends UnitCommand<?>> commands, UnitsPage page) {
        Map<WorkId, Unit> changed = new LinkedHashMap<>();
        List<Decision> decisions = new ArrayList<>(commands.size());
        for (UnitCommand<?> command : commands) {
            Optional<Unit> unit = Optional.ofNullable(changed.get(command.work()))
                    .or(() -> Optional.ofNullable(page.units().get(command.work())));
            Ruling<?> ruling = rule(command, unit, page);
            ruling.after().ifPresent(after -> changed.put(command.work(), after));
            decisions.add(ruling.decision());
        }
        Changes changes = new Changes(
                List.of(),
                List.of(),
                changed.values().stream()
                        .map(after -> new UnitChange(
                                Objects.requireNonNull(page.units().get(after.id())), after))
                        .toList());
        return new Save<>(changes, decisions);
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
            case HandBack handBack -> LossRules.handBack(handBack, unit, policy, page.now());
        };
    }
}
