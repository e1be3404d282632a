// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The port: a command goes in, a decision comes out. A decision that was returned is as durable as the store promises.
 *
 * <p>Thread-safe. Commands may be sent twice; when a call fails with {@link OutcomeUnknown}, sending the same command
 * again finds out what happened.
 */
public interface Ledger extends AutoCloseable {
    AuthorityId authority();

    /**
     * What the store offers as it is set up now; see {@link CapabilityValidator}.
     *
     * @throws LedgerUnavailable when the store cannot be asked
     */
    Capabilities capabilities();

    /**
     * Decides one command.
     *
     * @throws LedgerUnavailable when nothing was applied and trying again later may help
     * @throws OutcomeUnknown when the command may or may not have been applied
     * @throws LedgerBroken when the store is damaged or of another schema; trying again does not help
     */
    <R extends Decision> R submit(Command<R> command);

    /**
     * Decides commands in order, each seeing the former, in as few commits as the store can: neighbours of one sort share
     * one. The list of decisions is as long as the list of commands and in the same order.
     *
     * @throws OutcomeUnknown when a part of the commands may have been applied
     */
    List<Decision> submitAll(List<? extends Command<?>> commands);

    /** Answers a question. Changes nothing. */
    <R> R ask(Query<R> query);

    /**
     * Gives everything that this ledger keeps to {@code sink}, as it is at one moment, in the order of {@link Captured}.
     * Commands go on meanwhile. Needs memory for pools, workers and lanes, not for units.
     *
     * @throws LedgerUnavailable when it could not be read to its end; what the sink has got is of no use then
     */
    default void capture(Consumer<Captured> sink) {
        throw new UnsupportedOperationException("others keep this ledger; capture it where it is kept");
    }

    /**
     * Makes of this ledger, which has to be empty, the one that was captured; all or nothing. Everything is as it was but
     * for the epoch, which rises, so that new fences are larger than all that the captured ledger may have issued.
     *
     * @param parts in the order of {@link Captured}; read once
     * @param keepClaims whether live claims go on; otherwise they end as lost
     * @throws NotEmpty when there is something
     * @throws CapturedInvalid when the parts are no ledger
     * @throws OutcomeUnknown when it may have been restored or not
     */
    default Restored restore(Iterator<? extends Captured> parts, boolean keepClaims) {
        throw new UnsupportedOperationException("others keep this ledger; restore it where it is kept");
    }

    /**
     * A number that differs after any commit that may have made work claimable, whoever made it. A hint that costs next to
     * nothing: idle workers look at it often instead of claiming. May also change without reason.
     */
    long changes();

    /**
     * Calls {@code listener} as soon as this ledger knows that work may have become claimable; where it cannot know, never.
     * The call comes on any thread and has to return at once. A hint, like {@link #changes()}.
     */
    default Subscription onChange(Runnable listener) {
        return () -> {};
    }

    /**
     * Calls {@code listener} once for each life that this ledger ends, by whatever command, after the commit. The call comes
     * on any thread and has to return at once; what it throws is logged. A crash, or a commit that got no answer, may swallow
     * the call. Empty when others decide, who then have to be asked.
     */
    default Optional<Subscription> onEnd(Consumer<LifeEnd> listener) {
        return Optional.empty();
    }

    /** Ends with {@link #close()}. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    void close();
}
