// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import java.lang.reflect.Proxy;

/**
 * Handles signals. The class that the JDK has for this is not part of its API, so it is reached by name; where it is
 * missing, signals end the process as usual, which loses nothing.
 */
final class Signals {
    private Signals() {}

    /** @param name without SIG, such as INT */
    @SuppressWarnings("ReferenceEquality") // what equals is for a handler
    static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (self, method, arguments) -> switch (method.getName()) {
                        case "handle" -> {
                            action.run();
                            yield null;
                        }
                        case "equals" -> self == arguments[0];
                        case "hashCode" -> System.identityHashCode(self);
                        default -> "handler of " + name;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            System.getLogger(Signals.class.getName())
                    .log(System.Logger.Level.DEBUG, "no handler for signal " + name, e);
        }
    }
}
