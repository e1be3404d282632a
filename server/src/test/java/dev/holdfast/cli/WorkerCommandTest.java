// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers, as an operator sees and stops them. */
class WorkerCommandTest {
    private static final PoolId P = new PoolId("p");
    private static final PoolId Q = new PoolId("q");

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
        try (Ledger ledger = SqliteLedger.open(folder.resolve("holdfast.db"))) {
            // No test takes so long that a lease ends.
            PoolPolicy policy = PoolPolicy.DEFAULT.withLease(Duration.ofDays(1));
            ledger.submit(new DefinePool(P, policy));
            ledger.submit(new DefinePool(Q, policy));
            register(ledger, "both", Set.of(P, Q));
            register(ledger, "one", Set.of(Q));
            register(ledger, "gone", Set.of(P));
            ledger.submit(new RetireWorker(new WorkerId("gone"), "seen ending"));
        }
    }

    private static void register(Ledger ledger, String worker, Set<PoolId> pools) {
        ledger.submit(new RegisterWorker(WorkerOffer.of(new WorkerId(worker), pools, Set.of("kind"), 4)));
    }

    private String line(String worker, String... more) {
        String[] command = new String[2 + more.length];
        command[0] = "worker";
        command[1] = "list";
        System.arraycopy(more, 0, command, 2, more.length);
        Cli.Result run = cli.run("", command);
        assertThat(run.exit()).as(run.err()).isZero();
        return run.out()
                .lines()
                .filter(each -> each.startsWith(worker + " "))
                .reduce("", (all, each) -> all + each + "\n");
    }

    @Test
    void listsThoseThatAreAliveOnce() {
        assertThat(line("both")).matches("both +healthy +p, q +kind +4 +2[34] h \\d+ min\n");
        assertThat(line("one")).isNotEmpty();
        assertThat(line("gone")).isEmpty();
        assertThat(line("gone", "--all")).matches("gone +dead +p +kind +4\n");
        assertThat(line("one", "--pool", "p")).isEmpty();
        assertThat(line("both", "--pool", "p")).isNotEmpty();
        assertThat(cli.run("", "worker", "list", "--pool", "nowhere").exit()).isEqualTo(3);
    }

    @Test
    void drainsAndTakesItBack() {
        assertThat(cli.run("", "worker", "drain", "both", "--reason", "maintenance")
                        .out())
                .contains("draining: it is given nothing new");
        assertThat(line("both")).contains("draining");
        assertThat(cli.run("", "worker", "drain", "both", "--reason", "maintenance")
                        .out())
                .contains("it was draining already");
        assertThat(cli.run("", "worker", "drain", "both", "--undo", "--reason", "maintenance")
                        .out())
                .contains("given work again");
        assertThat(line("both")).contains("healthy");
        assertThat(cli.run("", "worker", "drain", "both", "--undo", "--reason", "maintenance")
                        .out())
                .contains("it was not draining");
    }

    @Test
    void refusesTheDeadAndTheUnknown() {
        Cli.Result dead = cli.run("", "worker", "drain", "gone", "--reason", "maintenance");
        assertThat(dead.exit()).isEqualTo(4);
        assertThat(dead.out()).contains("refused: it is dead");

        Cli.Result unknown = cli.run("", "worker", "drain", "nobody", "--reason", "maintenance");
        assertThat(unknown.exit()).isEqualTo(3);
        assertThat(unknown.err())
                .isEqualTo("holdfast: there is no worker 'nobody'; 'holdfast worker list' lists those"
                        + " that are alive\n");
    }
}
