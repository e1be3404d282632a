// SPDX-License-Identifier: Apache-2.0
/** What client and server say to each other: commands and their decisions, queries and their answers, problems. */
@NullMarked
package dev.holdfast.client.wire;

import org.jspecify.annotations.NullMarked;
