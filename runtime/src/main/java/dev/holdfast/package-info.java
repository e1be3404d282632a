// SPDX-License-Identifier: Apache-2.0
/**
 * What applications touch: open a ledger, register handlers, submit work, start a worker.
 *
 * <pre>{@code
 * try (Holdfast holdfast = Holdfast.open("work.db")) {
 *     holdfast.handle("greet", String.class, (name, context) -> Outcome.done("Hello, " + name));
 *     holdfast.start();
 *     Submitted greeting = holdfast.submit("greet", "world");
 *     greeting.await(Duration.ofSeconds(10));
 *     System.out.println(greeting.result(String.class));
 * }
 * }</pre>
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
