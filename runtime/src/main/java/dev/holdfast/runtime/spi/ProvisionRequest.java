// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.Instruction;

/**
 * What an allocation is wanted for.
 *
 * @param descriptor what the ledger keeps of this call, so that a later controller finds what comes of it
 */
public record ProvisionRequest(ExecutionOwnerId owner, Instruction instruction, Descriptor descriptor) {}
