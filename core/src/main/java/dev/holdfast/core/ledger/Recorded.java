// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * A command that a {@link RecordingLedger} saw.
 *
 * @param at when its answer came, by the recorder's clock, which is not that of the ledger
 * @param decision empty when there was none: the ledger was unavailable, or nobody knows what it decided
 */
public record Recorded(Moment at, Command<?> command, Optional<Decision> decision) {}
