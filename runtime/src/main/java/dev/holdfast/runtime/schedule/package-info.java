// SPDX-License-Identifier: Apache-2.0
/** Recurring work: which moments a recurrence gives, and the passes that submit what is due. */
@NullMarked
package dev.holdfast.runtime.schedule;

import org.jspecify.annotations.NullMarked;
