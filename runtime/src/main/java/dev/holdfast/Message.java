// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.UnitCommand;

/** Something a holder tells the ledger about its claim. */
sealed interface Message {
    Held held();

    UnitCommand<?> command();

    record Settlement(Held held, Answer answer, ClaimSecret secret) implements Message {
        @Override
        public UnitCommand<?> command() {
            return new Settle(held.grant().work(), held.grant().fence(), secret, answer);
        }
    }

    record Beginning(Held held, ClaimSecret secret) implements Message {
        @Override
        public UnitCommand<?> command() {
            return new Begin(held.grant().work(), held.grant().fence(), secret);
        }
    }
}
