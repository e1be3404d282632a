// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Recovery;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** The profiles that this program knows. Another platform has a {@link TargetProfile} of {@link Target#CUSTOM}. */
public final class TargetProfiles {
    public static final TargetProfile AZURE_APP_SERVICE =
            lasting("azure-app-service/1", Target.AZURE_APP_SERVICE, Strategy.COMPETING_WORKERS);

    public static final TargetProfile ORLEANS = lasting("orleans/1", Target.ORLEANS, Strategy.ACTIVATION_TARGETING);

    public static final TargetProfile AKKA_NET = lasting("akka-net/1", Target.AKKA_NET, Strategy.ACTOR_ROUTING);

    public static final TargetProfile KUBERNETES =
            lasting("kubernetes/1", Target.KUBERNETES, Strategy.KUBERNETES_WORKLOAD);

    /** Its host chooses where a function runs and ends it after a time, so that it keeps no affinity and needs a bound. */
    public static final TargetProfile AZURE_FUNCTIONS = new TargetProfile(
            "azure-functions/1",
            Target.AZURE_FUNCTIONS,
            Strategy.FUNCTION_ACTIVATION,
            false,
            true,
            EnumSet.allOf(Guarantee.class),
            EnumSet.allOf(Recovery.class));

    /** In the order of {@link Target}; all but {@link Target#CUSTOM}. */
    public static final List<TargetProfile> ALL =
            List.of(AZURE_APP_SERVICE, ORLEANS, AKKA_NET, KUBERNETES, AZURE_FUNCTIONS);

    private TargetProfiles() {}

    /** The profile of a name, with or without its version. */
    public static Optional<TargetProfile> find(String name) {
        return ALL.stream()
                .filter(each -> each.name().equals(name)
                        || each.name().substring(0, each.name().indexOf('/')).equals(name))
                .findFirst();
    }

    private static TargetProfile lasting(String name, Target target, Strategy strategy) {
        return new TargetProfile(
                name, target, strategy, true, false, EnumSet.allOf(Guarantee.class), EnumSet.allOf(Recovery.class));
    }
}
