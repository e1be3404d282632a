// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.postgres.DedicatedServer;
import dev.holdfast.testkit.postgres.PostgresServer;
import dev.holdfast.testkit.postgres.ServerSettings;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes over a real, durable PostgreSQL, which is killed too. */
class KillTest {
    private static final long SEED = 4711;

    /** PF-010, PF-070, PF-074. */
    @Test
    void aFewKills() throws Exception {
        torture(3, 2, 3, 1, 1);
    }

    @Tag("slow")
    @Test
    void manyKills() throws Exception {
        torture(30, 15, 20, 5, 3);
    }

    private static void torture(int kills, int pauses, int cuts, int terminations, int crashes) throws Exception {
        try (DedicatedServer server = PostgresServer.dedicated(ServerSettings.DURABLE)) {
            PostgresServer at = server.server();
            String url =
                    "jdbc:postgresql://" + at.host() + ":" + at.port() + "/" + at.database() + "?user=" + at.user();
            Runnable crash = () -> {
                server.kill();
                server.start();
            };
            try (Torture torture = Torture.start(url, SEED, Optional.empty(), line -> System.out.println(line))) {
                torture.round(new Plan(kills, pauses, cuts, terminations, Collections.nCopies(crashes, crash)));
                Toll toll = torture.finish();
                System.out.println(toll);
                assertThat(toll.members())
                        .containsEntry("lost", 0L)
                        .containsEntry("duplicated", 0L)
                        .containsEntry("staleWritesAccepted", 0L)
                        .containsEntry("staleClaimsUnlearned", 0L);
                assertThat(toll.unexpected()).isEmpty();
                assertThat(toll.isRight()).isTrue();
                assertThat(toll.executions()).isBetween(toll.submitted(), toll.submitted() + toll.recovered());
                assertThat(toll.recovered()).as("claims that were recovered").isPositive();
                assertThat(torture.cuts()).as("connections that were cut").isPositive();
                assertThat(toll.lastEpoch())
                        .as("each crash raises the epoch")
                        .isGreaterThanOrEqualTo(toll.firstEpoch() + crashes);
            }
        }
    }
}
