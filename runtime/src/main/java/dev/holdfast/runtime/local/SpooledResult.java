// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * What a command left in its spool.
 *
 * @param status as a shell says it, death by signal {@code n} as 128 + n; empty while it runs, and when it was ended so that
 *     nobody could write it down
 * @param stdout what it wrote so far
 * @param stderr what it wrote so far
 */
public record SpooledResult(OptionalInt status, Path stdout, Path stderr) {}
