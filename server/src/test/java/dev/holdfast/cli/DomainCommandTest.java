// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast domain} over a ledger whose pool p declares the domain own. */
class DomainCommandTest {
    private static final PoolId P = new PoolId("p");
    private static final PoolId Q = new PoolId("q");

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void aPoolWithADomain() {
        cli = new Cli(folder);
        try (Ledger ledger = open()) {
            ledger.submit(new DefinePool(P, PoolPolicy.DEFAULT.withDomains(Map.of("own", DomainLimit.claims(4)))));
        }
    }

    private Ledger open() {
        return SqliteLedger.open(folder.resolve("holdfast.db"));
    }

    private String exits(int code, String... arguments) {
        Cli.Result result = cli.run("", arguments);
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(code);
        return result.out() + result.err();
    }

    /** A policy that uses a shared domain comes after it, so that the domain is what a ledger may begin with. */
    @Test
    void beginsALedger() {
        exits(ExitCode.UNAVAILABLE, "domain", "set", "gpu", "--claims", "2", "--dry-run", "--ledger", "new.db");
        assertThat(exits(ExitCode.DONE, "domain", "set", "gpu", "--claims", "2", "--ledger", "new.db"))
                .contains("defined, revision 1");
        assertThat(exits(ExitCode.DONE, "domain", "list", "--ledger", "new.db")).contains("gpu");
    }

    @Test
    void definesAndRevisesWhatWasSeen() {
        assertThat(exits(ExitCode.DONE, "domain", "set", "gpu", "--claims", "2", "--dry-run"))
                .contains("nothing was written");
        exits(ExitCode.NOT_FOUND, "domain", "show", "gpu");

        assertThat(exits(
                        ExitCode.DONE,
                        "domain",
                        "set",
                        "gpu",
                        "--claims",
                        "2",
                        "--resource",
                        "memory=8",
                        "--reason",
                        "two cards"))
                .contains("defined, revision 1");
        assertThat(exits(ExitCode.DONE, "domain", "set", "gpu", "--claims", "2", "--resource", "memory=8"))
                .contains("unchanged, revision 1");
        assertThat(exits(ExitCode.DONE, "domain", "set", "gpu", "--claims", "3", "--revision", "1"))
                .contains("2 -> 3", "{memory=8} -> {}", "revised, revision 2");
        assertThat(exits(ExitCode.REFUSED, "domain", "set", "gpu", "--claims", "4", "--revision", "1"))
                .contains("has revision 2 now, not revision 1");
        assertThat(exits(ExitCode.REFUSED, "domain", "set", "own", "--claims", "4"))
                .contains("pool 'p' declares a domain of this name");
        exits(ExitCode.USAGE, "domain", "set", "gpu", "--claims", "0");

        assertThat(exits(ExitCode.DONE, "audit", "--domain", "gpu"))
                .contains("two cards", "defined: revision 1", "revised: revision 2");
        assertThat(exits(ExitCode.DONE, "domain", "list", "--json"))
                .contains("\"domain\":\"gpu\"", "\"claims\":3", "\"domain\":\"own\"", "\"pool\":\"p\"");
    }

    @Test
    void tellsWhichPoolsHoldWhatAndWhoWaits() {
        exits(ExitCode.DONE, "domain", "set", "gpu", "--claims", "1");
        try (Ledger ledger = open()) {
            PoolPolicy shares =
                    PoolPolicy.DEFAULT.change().sharedDomains(Set.of("gpu")).build();
            for (PoolId pool : new PoolId[] {Q, new PoolId("r")}) {
                ledger.submit(new DefinePool(pool, shares));
                ledger.submit(new Submit(
                        pool,
                        Submission.of("job", new IdempotencyKey("k"))
                                .id(new WorkId("work-of-" + pool))
                                .domain("gpu")
                                .build()));
            }
            WorkerId worker = new WorkerId("w");
            ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.of(Q, new PoolId("r")), Set.of("job"), 9)));
            ledger.submit(new ClaimWork(Q, worker, new RequestId(1, 0, 1), new ClaimSecret(1, 2), 9));
            ledger.submit(new ClaimWork(new PoolId("r"), worker, new RequestId(2, 0, 2), new ClaimSecret(1, 2), 9));
        }

        assertThat(exits(ExitCode.DONE, "domain", "show", "gpu"))
                .containsPattern("used claims +1 of 1")
                .containsPattern("pool q +claims 1")
                .containsPattern("pool r +nothing");
        assertThat(exits(ExitCode.DONE, "domain", "show", "gpu", "--json"))
                .contains("\"used\":{\"claims\":1}", "\"q\":{\"claims\":1}", "\"r\":{}");
        assertThat(exits(ExitCode.DONE, "work", "explain", "work-of-r"))
                .contains("1 of 1 are in use", "held by pool q (1)");
        assertThat(exits(ExitCode.DONE, "pool", "show", "r")).containsPattern("domain gpu +1 of 1");
    }

    @Test
    void policiesUseWhatIsDefined() {
        exits(ExitCode.DONE, "domain", "set", "gpu", "--claims", "1");
        String uses = "pool: s\npolicy:\n  sharedDomains: [gpu]\n";
        assertThat(cli.run(uses, "pool", "set", "-f", "-", "--yes").out()).contains("defined, revision 1");
        assertThat(cli.run(uses.replace("gpu", "nowhere"), "pool", "set", "other", "-f", "-", "--yes")
                                .err()
                        + cli.run(
                                        uses.replace("gpu", "nowhere").replace("pool: s", "pool: t"),
                                        "pool",
                                        "set",
                                        "-f",
                                        "-",
                                        "--yes")
                                .out())
                .contains("there is no shared domain 'nowhere'");
    }
}
