// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.core.work.TickDecision;
import java.util.List;

/** Counts what the ledger has decided. Thread-safe. */
final class Decided {
    private final Recorder recorder;
    private final TagNames names;
    private final Ends ends;
    private final Delays delays;
    private final TickDelays ticks;

    Decided(Recorder recorder, TagNames names, Ends ends, Delays delays, TickDelays ticks) {
        this.recorder = recorder;
        this.names = names;
        this.ends = ends;
        this.delays = delays;
        this.ticks = ticks;
    }

    void count(Command<?> command, Decision decision) {
        recorder.count(Instrument.COMMANDS, Words.ofType(command), Words.ofType(decision));
        if (command instanceof Submit submit) {
            submitted(submit, decision);
        } else if (command instanceof SubmitTogether together) {
            submitted(together, decision);
        } else if (command instanceof SubmitClaimed here) {
            submittedHere(here, decision);
        } else if (command instanceof Settle settle && decision instanceof SettleDecision settled) {
            settled(settle, settled);
        } else if (command instanceof ClaimWork claim) {
            claimed(claim, decision);
        } else if (command instanceof Sweep sweep && decision instanceof SweepDecision.Swept swept) {
            swept(names.pool(sweep.pool()), swept);
        } else if (decision instanceof TickDecision.Ticked pass) {
            ticks.passed(pass);
        } else if (decision instanceof HeartbeatDecision.Renewed renewed) {
            renewed.directives().forEach(each -> recorder.count(Instrument.DIRECTIVES, Words.ofType(each)));
        }
    }

    /** Whoever submits nonsense must not fill the names up, so that only what is in the ledger adds one. */
    private void submitted(Submit command, Decision decision) {
        boolean taken = decision instanceof SubmitDecision.Admitted || decision instanceof SubmitDecision.Repeated;
        String kind = taken ? names.kind(command.submission()) : names.kindIfKnown(command.submission());
        recorder.count(Instrument.SUBMISSIONS, pool(command.pool(), decision), kind, Words.ofType(decision));
    }

    /** What nothing stands against, and was not taken because of another, is no submission. */
    private void submitted(SubmitTogether command, Decision decision) {
        switch (decision) {
            case SubmitTogetherDecision.Admitted admitted -> {
                for (int i = 0; i < admitted.each().size(); i++) {
                    submitted(command.each().get(i), admitted.each().get(i));
                }
            }
            case SubmitTogetherDecision.Refused refused ->
                refused.refusals().forEach(each -> submitted(command.each().get(each.place()), each.reason()));
            default -> {}
        }
    }

    /** A submission and a claim, each with its own answer; a refused claim is not submitted. */
    private void submittedHere(SubmitClaimed command, Decision decision) {
        switch (decision) {
            case SubmitClaimedDecision.Granted granted -> {
                submitted(
                        command.submit(),
                        new SubmitDecision.Admitted(granted.grant().work(), Status.CLAIMED));
                claimed(command.claim(), new ClaimDecision.Granted(List.of(granted.grant()), List.of(), false));
            }
            case SubmitClaimedDecision.Repeated repeated ->
                submitted(command.submit(), new SubmitDecision.Repeated(repeated.unit(), repeated.until()));
            case SubmitClaimedDecision.NotAdmitted refused -> submitted(command.submit(), refused.reason());
            case SubmitClaimedDecision.NotClaimed refused -> claimed(command.claim(), refused.reason());
            default -> {}
        }
    }

    private String pool(PoolId pool, Decision decision) {
        return decision instanceof PoolUnknown ? names.poolIfKnown(pool) : names.pool(pool);
    }

    private void claimed(ClaimWork command, Decision decision) {
        String pool = pool(command.pool(), decision);
        recorder.count(Instrument.CLAIMS, pool, Words.ofType(decision));
        if (decision instanceof ClaimDecision.Granted granted
                && !granted.grants().isEmpty()) {
            recorder.add(Instrument.CLAIM_SIZE, granted.grants().size(), pool);
            granted.grants().forEach(this::granted);
        }
    }

    private void granted(Grant grant) {
        Home home = Home.of(grant, names);
        if (!ends.claimed(grant.work(), home)) {
            return; // the answer to a request that was sent again
        }
        recorder.count(Instrument.GRANTS, home.pool(), home.kind());
        delays.sample(grant);
    }

    private void settled(Settle command, SettleDecision decision) {
        Home home = ends.settled(command, decision);
        recorder.count(
                Instrument.SETTLEMENTS,
                home.pool(),
                home.kind(),
                Words.ofType(command.answer()),
                Words.ofType(decision));
    }

    private void swept(String pool, SweepDecision.Swept swept) {
        addUnlessNone(Instrument.SWEPT_CLAIMS, swept.lost(), pool);
        addUnlessNone(Instrument.SWEPT_LATE, swept.late(), pool);
        addUnlessNone(Instrument.SWEPT_HOLDS, swept.holds(), pool);
        addUnlessNone(Instrument.SWEPT_WORKERS, swept.deadWorkers(), pool);
    }

    private void addUnlessNone(Instrument instrument, int found, String pool) {
        if (found > 0) {
            recorder.add(instrument, found, pool);
        }
    }
}
