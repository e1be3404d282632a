// SPDX-License-Identifier: Apache-2.0
/** What can be put in place of the runtime's own parts: payload coding, observation, infrastructure. */
@NullMarked
package dev.holdfast.runtime.spi;

import org.jspecify.annotations.NullMarked;
