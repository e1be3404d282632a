// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Says whether a store keeps what a ledger promises. Whoever starts a worker in production refuses on any diagnostic. */
public final class CapabilityValidator {
    /** What every ledger needs. Processes will need {@link Capability#ATOMIC_PROCESS_COMMIT} on top of these. */
    public static final Set<Capability> PRODUCTION =
            Collections.unmodifiableSet(EnumSet.range(Capability.DURABLE, Capability.POISONED_WORK));

    private static final String CAPABILITY_ADVICE = "use a ledger in a file or in PostgreSQL";
    private static final String SETTING_ADVICE = "switch it on";

    private CapabilityValidator() {}

    /** {@link #validate} for {@link #PRODUCTION}. */
    public static List<Diagnostic> validateProduction(Capabilities capabilities) {
        return validate(capabilities, PRODUCTION);
    }

    /** One diagnostic for each required capability that is not offered, in their order, and for each unsafe setting. */
    public static List<Diagnostic> validate(Capabilities capabilities, Set<Capability> required) {
        List<Diagnostic> found = new ArrayList<>();
        for (Capability each : Capability.values()) {
            if (required.contains(each) && !capabilities.offered().contains(each)) {
                String name = name(each);
                found.add(new Diagnostic(
                        "capability." + name, "/capabilities/" + name, each.otherwise(), CAPABILITY_ADVICE));
            }
        }
        for (String setting : capabilities.unsafeSettings()) {
            found.add(new Diagnostic(
                    "setting." + setting,
                    "/settings/" + setting,
                    setting + " is off: a crash may take back what was answered",
                    SETTING_ADVICE));
        }
        return List.copyOf(found);
    }

    private static String name(Capability capability) {
        return capability.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
