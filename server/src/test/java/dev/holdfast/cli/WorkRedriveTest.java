// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code holdfast work redrive} over a ledger in which {@code a} (kind mail) and {@code b} (print) have failed, {@code c}
 * is cancelled, {@code d} is poisoned and its holder has answered since, {@code e} has succeeded and {@code f} waits.
 */
class WorkRedriveTest {
    private static final PoolId POOL = new PoolId("p");
    private static final PoolId OTHER = new PoolId("q");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void unitsThatEnded() {
        cli = new Cli(folder);
        try (Ledger ledger = open()) {
            for (PoolId pool : List.of(POOL, OTHER)) {
                ledger.submit(new DefinePool(pool, PoolPolicy.DEFAULT.withBudgets(5, 1)));
            }
            ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL, OTHER), Set.of("mail", "print"), 10)));
            submit(ledger, POOL, "mail", "a");
            submit(ledger, POOL, "print", "b");
            submit(ledger, POOL, "mail", "e");
            submit(ledger, OTHER, "mail", "d");
            submit(ledger, POOL, "mail", "c");
            Answer failed = new Answer.Failed("broken", Evidence.NOT_APPLIED);
            for (Grant grant : claim(ledger, POOL, 3)) {
                boolean succeeds = grant.work().equals(new WorkId("e"));
                settle(ledger, grant, succeeds ? done() : failed);
            }
            ledger.submit(new Cancel(new WorkId("c"), "ann", "not needed"));
            Grant lost = claim(ledger, OTHER, 1).getFirst();
            ledger.submit(new RetireWorker(WORKER, "its process is gone"));
            ledger.submit(new Sweep(OTHER, true));
            settle(ledger, lost, done());
            submit(ledger, POOL, "mail", "f");
        }
    }

    private Ledger open() {
        return SqliteLedger.open(folder.resolve("holdfast.db"));
    }

    private static Answer done() {
        return new Answer.Succeeded(Payload.text("done"));
    }

    private static void submit(Ledger ledger, PoolId pool, String kind, String key) {
        Submission.Builder unit = Submission.of(kind, new IdempotencyKey(key)).id(new WorkId(key));
        ledger.submit(new Submit(pool, unit.build()));
    }

    private static List<Grant> claim(Ledger ledger, PoolId pool, int max) {
        RequestId request = new RequestId(0, pool.hashCode(), max);
        return ((ClaimDecision.Granted) ledger.submit(new ClaimWork(pool, WORKER, request, SECRET, max))).grants();
    }

    private static void settle(Ledger ledger, Grant grant, Answer answer) {
        ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, answer));
    }

    private Unit unit(String work) {
        try (Ledger ledger = open()) {
            return ledger.ask(new Inspect(new WorkId(work))).orElseThrow();
        }
    }

    private Cli.Result redrive(String... arguments) {
        List<String> all = new ArrayList<>(List.of("work", "redrive", "--reason", "mended"));
        all.addAll(List.of(arguments));
        return cli.run("", all.toArray(String[]::new));
    }

    @Test
    void namedUnitsLiveAgainAndWhoSaidSoIsKept() {
        Cli.Result run = redrive("a", "c", "a", "--actor", "eve");

        assertThat(run.out().lines())
                .containsExactly("a  redriven: it waits in life 2", "c  redriven: it waits in life 2");
        assertThat(run.exit()).isZero();
        Unit unit = unit("a");
        assertThat(unit.status()).isEqualTo(Status.QUEUED);
        assertThat(unit.lives()).singleElement().satisfies(life -> {
            assertThat(life.redriven().actor()).isEqualTo("eve");
            assertThat(life.redriven().reason()).isEqualTo("mended");
        });
        String shown = cli.run("", "work", "show", "a").out();
        assertThat(shown).containsPattern("lives +life=1 state=failed .*by=eve because=mended forced=false");
        assertThat(shown).containsPattern("claims +fence=1\\.\\d+ life=1 attempt=1");
    }

    @Test
    void refusalsSayWhyAndTheOthersAreRedriven() {
        Cli.Result run = redrive("e", "f", "b");

        assertThat(run.out().lines())
                .containsExactly(
                        "e  refused: it has succeeded",
                        "f  refused: it has not ended, it is queued",
                        "b  redriven: it waits in life 2");
        assertThat(run.err().lines()).containsExactly("1 unit redriven, 2 refused");
        assertThat(run.exit()).isEqualTo(4);
    }

    @Test
    void aLateAnswerIsShownAndDisregardedOnlyByForce() {
        assertThat(cli.run("", "work", "show", "d").out()).contains("lateAnswer=succeeded");

        Cli.Result refused = redrive("d");

        assertThat(refused.out())
                .matches("d  refused: the holder of claim 1\\.1 answered late: succeeded; --force .*\n");
        assertThat(refused.exit()).isEqualTo(4);
        assertThat(unit("d").status()).isEqualTo(Status.POISONED);
        assertThat(redrive("--state", "poisoned", "--force").exit()).isZero();
        assertThat(unit("d").life()).isEqualTo(2);
    }

    @Test
    void unitsAreChosenByStatePoolAndKind() {
        assertThat(redrive("--state", "failed,cancelled", "--kind", "print").out())
                .isEqualTo("b  redriven: it waits in life 2\n");
        assertThat(redrive("--state", "failed,cancelled", "--limit", "1").out())
                .isEqualTo("a  redriven: it waits in life 2\n");
        assertThat(redrive("--state", "cancelled,poisoned", "--pool", "q", "--force")
                        .out())
                .isEqualTo("d  redriven: it waits in life 2\n");
        assertThat(redrive("--state", "failed,cancelled,poisoned").out())
                .isEqualTo("c  redriven: it waits in life 2\n");
        Cli.Result none = redrive("--state", "failed,cancelled,poisoned");
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).isEqualTo("0 units redriven, 0 refused\n");
        assertThat(none.exit()).isZero();
    }

    @Test
    void jsonIsOneDocument() {
        Cli.Result run = redrive("--state", "failed", "--json");

        assertThat(run.out())
                .isEqualTo("[{\"work\":\"a\",\"answer\":\"redriven: it waits in life 2\"},"
                        + "{\"work\":\"b\",\"answer\":\"redriven: it waits in life 2\"}]\n");
    }

    @Test
    void whatMakesNoSenseIsSaid() {
        assertOneLine(redrive(), 2, "say which units: their ids, or --state");
        assertOneLine(redrive("a", "--state", "failed"), 2, "say which units");
        assertOneLine(redrive("a", "--limit", "3"), 2, "--pool, --kind and --limit choose among");
        assertOneLine(redrive("--state", "succeeded"), 2, "--state is failed, cancelled or poisoned");
        assertOneLine(redrive("--state", "failed", "--limit", "0"), 2, "--limit is 1 or more, not 0");
        assertOneLine(redrive("nothing"), 3, "there is no work 'nothing'");
        assertOneLine(cli.run("", "work", "redrive", "a"), 2, "--reason");
        assertThat(unit("a").life()).isOne();
    }

    private static void assertOneLine(Cli.Result run, int exit, String text) {
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("holdfast: ")
                .contains(text);
        assertThat(run.exit()).isEqualTo(exit);
        assertThat(run.out()).isEmpty();
    }
}
