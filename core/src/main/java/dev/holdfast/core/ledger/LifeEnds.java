// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.work.PastLife;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.WorkState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tells listeners of every life that this process has ended, once, after the commit that ended it. What a listener throws
 * is logged and changes nothing. Thread-safe.
 */
final class LifeEnds {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.ledger");

    private final List<Consumer<LifeEnd>> listeners = new CopyOnWriteArrayList<>();

    Ledger.Subscription add(Consumer<LifeEnd> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Has a store save what a rule wants. A rule may be asked again; what it wanted last is what was applied. */
    <P, R> R watch(Function<P, Save<R>> rule, Function<Function<P, Save<R>>, R> store) {
        if (listeners.isEmpty()) {
            return store.apply(rule);
        }
        AtomicReference<List<UnitChange>> wanted = new AtomicReference<>(List.of());
        R answer = store.apply(page -> {
            Save<R> save = rule.apply(page);
            wanted.set(save.changes().units());
            return save;
        });
        wanted.get().forEach(this::changed);
        return answer;
    }

    /** A batch may end a life and begin another one. */
    private void changed(UnitChange change) {
        Unit before = change.before();
        Unit after = change.after();
        int firstOpen = before.status().isEnd() ? before.life() + 1 : before.life();
        for (PastLife over : after.lives()) {
            if (over.life() >= firstOpen) {
                ended(after, over.end());
            }
        }
        if (after.life() >= firstOpen && after.state() instanceof WorkState.Ended end) {
            ended(after, end);
        }
    }

    private void ended(Unit unit, WorkState.Ended end) {
        LifeEnd.Submitted submitted = new LifeEnd.Submitted(unit.pool(), unit.submission());
        tell(new LifeEnd(unit.id(), end.status(), end.by(), Optional.of(submitted)));
    }

    void admitted(List<Submit> commands, List<SubmitDecision> decisions) {
        if (listeners.isEmpty()) {
            return;
        }
        for (int i = 0; i < decisions.size(); i++) {
            if (decisions.get(i) instanceof SubmitDecision.Admitted admitted
                    && admitted.status().isEnd()) {
                Submit command = commands.get(i);
                LifeEnd.Submitted submitted = new LifeEnd.Submitted(command.pool(), command.submission());
                tell(new LifeEnd(
                        admitted.work(), admitted.status(), WorkState.EndedBy.ADMISSION, Optional.of(submitted)));
            }
        }
    }

    /** @param settled for each command whether its guard alone has settled it */
    void settled(List<Settle> commands, boolean[] settled) {
        if (listeners.isEmpty()) {
            return;
        }
        for (int i = 0; i < settled.length; i++) {
            if (settled[i]) {
                tell(new LifeEnd(commands.get(i).work(), Status.SUCCEEDED, WorkState.EndedBy.HOLDER, Optional.empty()));
            }
        }
    }

    private void tell(LifeEnd end) {
        for (Consumer<LifeEnd> listener : listeners) {
            try {
                listener.accept(end);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "a listener failed", e);
            }
        }
    }
}
