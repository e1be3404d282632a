// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.Operation;
import dev.holdfast.core.attempt.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Random commands about the attempts of one owner, by several controllers and runtimes that believe all sorts of things, as
 * lines of scenarios. Most are about the active attempt and what could come next, so that walks get somewhere.
 */
final class AttemptLines {
    private static final List<String> VERBS = List.of(
            "begin X",
            "begin X",
            "begin X managed controller=d secret=2 key=other",
            "renew X CLAIM",
            "takeover X controller=d secret=2",
            "takeover X controller=e secret=3",
            "handoff X CLAIM saw=tired",
            "uncertain X CLAIM saw=SAW",
            "complete X CLAIM",
            "complete X",
            "allocate X CLAIM",
            "allocate X ref=REF",
            "discover X ref=REF",
            "allocate X provider=other",
            "evolve X from=REF to=REF",
            "absent X CLAIM",
            "lost X CLAIM",
            "lost X provisioner=other",
            "terminated X CLAIM saw=SAW",
            "failed X CLAIM",
            "register X as=INC",
            "register X as=INC lease=2s",
            "beat X as=INC generation=GEN",
            "ready X generation=GEN",
            "ready X generation=GEN",
            "admit X pGEN kind=probe key=probe-GEN generation=GEN",
            "admit X pGEN kind=probe key=probe-GEN generation=GEN",
            "done X pGEN generation=GEN",
            "done X pGEN generation=GEN",
            "admit X OP key=KEY generation=GEN resumable",
            "admit X OP key=KEY kind=invoke generation=GEN limit=3s",
            "admit X prepGEN key=prepare-GEN kind=prepare generation=GEN",
            "prepared X prepGEN roots=main generation=GEN",
            "prepared X prepGEN roots=lib generation=GEN",
            "done X OP generation=GEN",
            "commit X TEXT generation=GEN doing=OP",
            "commit X TEXT generation=GEN",
            "declare X TEXT",
            "abandon X",
            "cancel X",
            "cancel X because=other",
            "conclude X",
            "receipt X as=INC generation=GEN",
            "receipt X as=INC generation=GEN at=2026-01-01T00:00:01Z",
            "report X as=INC generation=GEN",
            "report X as=INC generation=GEN doing=OP boundary=WORKLOAD result=UNSUPPORTED",
            "report X as=INC generation=GEN doing=prepGEN boundary=SETUP_PROCESS_GROUP",
            "expire X",
            "expire X");

    private final Random random;

    AttemptLines(Random random) {
        this.random = random;
    }

    /** @param series all attempts of the owner so far, in order */
    String next(List<Attempt> series) {
        String next = "a" + (series.size() + 1);
        if (series.isEmpty()) {
            return "create " + next + (random.nextBoolean() ? " roots=main" : "");
        }
        Attempt active = series.getLast();
        int dice = random.nextInt(60);
        if (dice == 0 || (active.isSettled() && dice < 8)) {
            return "create " + next + " after=" + active.id() + (random.nextBoolean() ? " roots=main" : "");
        }
        if (dice == 1) {
            return pick("create a1", "create a1 workload=other", "create a1 key=new", "create x after=none key=x");
        }
        Attempt about = random.nextInt(5) == 0 ? series.get(random.nextInt(series.size())) : active;
        long generation = random.nextInt(8) == 0
                ? 1 + random.nextInt(3)
                : Math.max(1, about.runtime().generation());
        return (random.nextInt(5) < 2 ? next(about) : VERBS.get(random.nextInt(VERBS.size())))
                .replace("TEXT", pick("1", "1.0", "2"))
                .replace("X", about.id().value())
                .replace("CLAIM", random.nextInt(4) == 0 ? "claim=1" : "")
                .replace("GEN", Long.toString(generation))
                .replace("REF", pick("r", "r", "s", "t"))
                .replace("SAW", pick("this", "that"))
                .replace("INC", pick("i1", "i" + generation, "i" + (generation + 1)))
                .replace("OP", pick("run", "run", "other"))
                .replace("KEY", pick("work", "work", "another"));
    }

    /** What would come next if all went well. */
    private String next(Attempt attempt) {
        boolean wanting = attempt.origin().instruction().workspace().isPresent();
        boolean prepared =
                attempt.operations().all().stream().anyMatch(each -> each.state() instanceof Operation.State.Prepared);
        return switch (attempt.stage()) {
            case Stage.Pending pending -> pick("begin X", "begin X managed");
            case Stage.Provisioning provisioning -> "allocate X";
            case Stage.Terminated gone -> pick("failed X", "complete X");
            case Stage.Allocated allocated when attempt.runtime().until().isEmpty() -> "register X as=INC lease=5s";
            case Stage.Allocated allocated
            when attempt.runtime().ready().isEmpty() ->
                pick(
                        "admit X pGEN kind=probe key=probe-GEN generation=GEN",
                        "done X pGEN generation=GEN",
                        "ready X generation=GEN");
            case Stage.Allocated allocated
            when lost(attempt).isPresent() && attempt.operations().active().isEmpty() ->
                "admit X " + lost(attempt).get().id() + " key="
                        + lost(attempt).get().key() + " generation=GEN resumable";
            case Stage.Allocated allocated ->
                attempt.operations().active().isPresent()
                        ? pick(
                                "prepared X prepGEN roots=main generation=GEN",
                                "prepared X prepGEN roots=lib generation=GEN",
                                "done X prepGEN generation=GEN",
                                "done X OP generation=GEN",
                                "expire X",
                                "expire X",
                                "beat X as=INC generation=GEN lease=1s")
                        : pick(
                                wanting
                                        ? "admit X prepGEN key=prepare-GEN kind=prepare generation=GEN"
                                        : "evolve X to=REF",
                                "admit X OP key=KEY generation=GEN resumable",
                                prepared ? "admit X again key=again kind=prepare generation=GEN" : "register X as=INC");
        };
    }

    /** What the next generation may go on with. */
    private static Optional<Operation> lost(Attempt attempt) {
        return attempt.operations().all().stream()
                .filter(each -> each.resumable() && each.state() instanceof Operation.State.Lost)
                .findFirst();
    }

    private String pick(String... any) {
        return any[random.nextInt(any.length)];
    }
}
