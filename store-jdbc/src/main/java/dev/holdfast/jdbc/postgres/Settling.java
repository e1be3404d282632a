// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Use;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Prepared;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Settles what its guard alone decides: the unit is claimed, its claim has this fence and secret, and the answer is
 * success. One statement for each pool; what is written is what the rules would have decided.
 */
final class Settling {
    private static final String SETTLE = "SELECT $.settle_v1(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::uuid)";

    /** The same where claims cost run time, which is told when they end. */
    private static final String SETTLE_RUNS = "SELECT $.settle_v13(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::uuid)";

    /** Claims that give back the same. */
    private record Alike(Use use, int worker) {}

    /** A command that names a claim which it may answer. */
    private record Hit(int command, LiveClaims.LiveClaim claim, Payload result) {}

    private final Session session;
    private final List<Settle> commands;
    private final boolean[] settled;

    Settling(Session session, List<Settle> commands) {
        this.session = session;
        this.commands = commands;
        this.settled = new boolean[commands.size()];
    }

    /** Tells of each command whether the guard held. */
    boolean[] settle() throws SQLException {
        return settle(Optional.empty());
    }

    /** @param identity of the ledger, when the transaction has to fail if one of the guards does not hold */
    boolean[] settle(Optional<String> identity) throws SQLException {
        session.known.claims.load(session, commands);
        session.known.lanes.load(
                session,
                commands.stream()
                        .flatMap(command -> session.known.claims.find(command).stream())
                        .mapToLong(LiveClaims.LiveClaim::lane)
                        .toArray());
        Map<Integer, List<Hit>> hits = hits();
        if (identity.isPresent() && hits.isEmpty()) {
            hits.put(0, List.of()); // the server has to say no, so that the transaction cannot commit
        }
        for (Map.Entry<Integer, List<Hit>> each : hits.entrySet()) {
            settle(each.getKey(), each.getValue(), identity, hits.size() == 1);
        }
        return settled;
    }

    /** By pool, in the order of their units; a unit that comes twice is settled once, and the rules see the rest. */
    private Map<Integer, List<Hit>> hits() throws SQLException {
        Map<Integer, Map<Long, Hit>> hits = new TreeMap<>();
        for (int i = 0; i < commands.size(); i++) {
            Settle command = commands.get(i);
            Optional<LiveClaims.LiveClaim> claim = session.known.claims.find(command);
            if (claim.isPresent()
                    && command.answer() instanceof Answer.Succeeded answer
                    && claim.get().secret().equals(command.secret().digest())
                    && !isInquiry(claim.get())) {
                hits.computeIfAbsent(claim.get().pool(), pool -> new TreeMap<>())
                        .putIfAbsent(claim.get().sequence(), new Hit(i, claim.get(), answer.result()));
            }
        }
        Map<Integer, List<Hit>> ordered = new TreeMap<>();
        hits.forEach((pool, bySequence) -> ordered.put(pool, List.copyOf(bySequence.values())));
        return ordered;
    }

    /** What an inquiry may say depends on its subject. */
    private boolean isInquiry(LiveClaims.LiveClaim claim) throws SQLException {
        Lane lane = session.known.lanes.get(session, claim.lane());
        return Inquiry.isInquiryKind(lane.eligibility.kind());
    }

    private void settle(int pool, List<Hit> hits, Optional<String> identity, boolean isLast) throws SQLException {
        int count = hits.size();
        long[] sequence = new long[count];
        long[] fence = new long[count];
        long[] request = new long[count];
        int[] group = new int[count];
        Rare<String> resultType = new Rare<>(count, String.class);
        Rare<byte[]> result = new Rare<>(count, byte[].class);
        RunAccounts runs = new RunAccounts(count);
        Map<Alike, Integer> groups = new HashMap<>();
        for (int i = 0; i < count; i++) {
            LiveClaims.LiveClaim claim = hits.get(i).claim();
            Payload payload = hits.get(i).result();
            Lane lane = session.known.lanes.get(session, claim.lane());
            Use use = Use.of(session.known.pools.name(session, pool), lane.key, claim.counted(), lane.needs);
            sequence[i] = claim.sequence();
            fence[i] = claim.fence();
            request[i] = claim.request();
            group[i] = groups.computeIfAbsent(new Alike(use, claim.worker()), alike -> groups.size() + 1);
            if (claim.fare().isPresent()) {
                runs.set(i, use.pool(), lane);
            }
            resultType.set(i, !payload.equals(Payload.EMPTY), payload::mediaType);
            result.set(i, !payload.equals(Payload.EMPTY), payload::bytes);
        }
        Gives gives = new Gives(groups);
        session.makesClaimable(Wakes.Cause.CAPACITY);
        String statement = runs.isEmpty() ? SETTLE : SETTLE_RUNS;
        Prepared call = (isLast ? session.timedLast(statement) : session.timed(statement))
                .integer(pool)
                .array(sequence)
                .array(fence)
                .array(request)
                .array(group)
                .array(resultType.array())
                .array(result.array())
                .array(gives.group.toArray(Integer[]::new))
                .array(gives.account.toArray(String[]::new))
                .array(gives.amount.toArray(Long[]::new));
        if (!runs.isEmpty()) {
            call.array(runs.owed.array()).array(runs.runs.array()).array(runs.runTime.array());
        }
        int[] held = call.text(identity).first(row -> row.integers()).orElseThrow();
        for (int place : held) {
            settled[hits.get(place - 1).command()] = true;
        }
        hits.forEach(hit ->
                session.known.claims.ended(commands.get(hit.command()).work().value()));
    }

    /** Where it is told, by the place of a claim that cost run time, what its run took. */
    private static final class RunAccounts {
        private final Rare<String> owed;
        private final Rare<String> runs;
        private final Rare<String> runTime;

        RunAccounts(int count) {
            owed = new Rare<>(count, String.class);
            runs = new Rare<>(count, String.class);
            runTime = new Rare<>(count, String.class);
        }

        boolean isEmpty() {
            return owed.isEmpty();
        }

        void set(int place, PoolId pool, Lane lane) {
            String kind = lane.eligibility.kind();
            owed.set(place, true, () -> AccountText.write(Account.owed(pool, lane.band, lane.key)));
            runs.set(place, true, () -> AccountText.write(Account.runs(pool, kind)));
            runTime.set(place, true, () -> AccountText.write(Account.runTime(pool, kind)));
        }
    }

    /** What one claim of each group gives back. */
    private final class Gives {
        private final List<Integer> group = new ArrayList<>();
        private final List<String> account = new ArrayList<>();
        private final List<Long> amount = new ArrayList<>();

        Gives(Map<Alike, Integer> groups) throws SQLException {
            for (Map.Entry<Alike, Integer> each : groups.entrySet()) {
                Alike alike = each.getKey();
                WorkerId worker = session.known
                        .workers
                        .get(session, alike.worker())
                        .offer()
                        .worker();
                Map<Account, Long> sums = new HashMap<>();
                Reactions.addSettled(sums, alike.use(), worker, 1);
                sums.forEach((owner, sum) -> {
                    if (owner.scope() != Account.Scope.COUNT && owner.scope() != Account.Scope.POOL_CLAIMS) {
                        group.add(each.getValue());
                        account.add(AccountText.write(owner));
                        amount.add(sum);
                    }
                });
            }
        }
    }
}
