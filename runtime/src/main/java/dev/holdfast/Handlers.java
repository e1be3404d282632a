// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.Inquiry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The handlers of a process by kind. Thread-safe. */
final class Handlers {
    private final Map<String, RegisteredHandler<?>> byKind = new ConcurrentHashMap<>();

    /**
     * @throws IllegalStateException when the kind has one
     * @throws IllegalArgumentException when units of the kind are inquiries
     */
    void add(RegisteredHandler<?> handler) {
        String kind = handler.kind();
        if (Inquiry.isInquiryKind(kind)) {
            throw new IllegalArgumentException("units of the kind " + kind + " are inquiries: call reconcile(\""
                    + kind.substring(Inquiry.RESERVED.length()) + "\", ...)");
        }
        if (byKind.putIfAbsent(kind, handler) != null) {
            throw new IllegalStateException("the kind " + kind + " has a handler");
        }
    }

    /** What units of a kind get that say nothing themselves. */
    HandlerOptions defaults(String kind) {
        return Optional.<RegisteredHandler<?>>ofNullable(byKind.get(kind))
                .map(RegisteredHandler::options)
                .orElse(HandlerOptions.DEFAULT);
    }

    /** Changes are seen by all. */
    Map<String, RegisteredHandler<?>> byKind() {
        return byKind;
    }
}
