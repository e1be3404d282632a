// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Inquiry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The reconcilers of a process by the kind that they are asked about. Thread-safe. */
final class Reconcilers {
    /** @param options empty: as the handler of the kind */
    private record Registered(Inquirer<?> inquirer, Optional<HandlerOptions> options) {}

    private final Map<String, Registered> byKind = new ConcurrentHashMap<>();

    /** @throws IllegalStateException when the kind has one */
    void add(String kind, Inquirer<?> inquirer, Optional<HandlerOptions> options) {
        if (byKind.putIfAbsent(kind, new Registered(inquirer, options)) != null) {
            throw new IllegalStateException("the kind " + kind + " has a reconciler");
        }
    }

    /** Inquiries are units like all others, so that to a worker their reconcilers are handlers. */
    void addTo(Map<String, RegisteredHandler<?>> handlers) {
        byKind.forEach((kind, registered) -> {
            HandlerOptions options = registered
                    .options()
                    .orElseGet(() -> Optional.ofNullable(handlers.get(kind))
                            .map(RegisteredHandler::options)
                            .map(own ->
                                    HandlerOptions.DEFAULT.withPool(own.pool().value()))
                            .orElse(HandlerOptions.DEFAULT));
            String asked = Inquiry.kindOf(kind);
            handlers.put(asked, new RegisteredHandler<>(asked, Payload.class, registered.inquirer(), options));
        });
    }
}
