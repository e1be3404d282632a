// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Settle;
import dev.holdfast.jdbc.Prepared;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Settles what its guard alone decides: the unit is claimed, its claim has this fence and secret, and the answer is
 * success. What is written is what the rules would have decided; every other case is left to them.
 */
final class Settling {
    /** A command that names a claim which it may answer. */
    private record Hit(int command, LiveClaims.LiveClaim claim) {
        long sequence() {
            return claim.sequence();
        }
    }

    /** For a run of units in a row: a unit and a request are one claim, whose fence has been compared already. */
    static final String SETTLE = """
        UPDATE work SET
          state = 3, held_by = NULL, version = version + 1, attempts = attempts + 1, state_at = ?,
          moved_by = 'HOLDER', reason = NULL, evidence = 'APPLIED', reference = NULL
        WHERE seq BETWEEN ? AND ? AND state = 1 AND request = ?\
        """;

    static final String COUNT = """
        SELECT count(*) FROM work
        WHERE seq BETWEEN ? AND ? AND state = 1 AND request = ?\
        """;

    private final Session session;
    private final List<Settle> commands;
    private final boolean[] settled;

    Settling(Session session, List<Settle> commands) {
        this.session = session;
        this.commands = commands;
        this.settled = new boolean[commands.size()];
    }

    boolean[] settle(Moment now) throws SQLException {
        List<Hit> hits = hits();
        SettledSums sums = new SettledSums(session);
        for (int from = 0; from < hits.size(); ) {
            int to = endOfRun(hits, from);
            saveRun(hits.subList(from, to), now);
            from = to;
        }
        Prepared results = session.saves.results();
        int some = 0;
        for (Hit hit : hits) {
            Settle command = commands.get(hit.command());
            session.claims.ended(command.work().value());
            if (settled[hit.command()]) {
                sums.add(hit.claim());
                sums.addRun(hit.claim(), now);
                some += session.saves.addResult(
                        results, hit.sequence(), ((Answer.Succeeded) command.answer()).result());
            }
        }
        if (some > 0) {
            results.updateAll();
        }
        sums.write();
        return settled;
    }

    /** In the order of their units; a unit that comes twice is settled once, and the rules see the second command. */
    private List<Hit> hits() throws SQLException {
        session.claims.load(commands);
        Map<Long, Hit> hits = new TreeMap<>();
        for (int i = 0; i < commands.size(); i++) {
            Settle command = commands.get(i);
            Optional<LiveClaims.LiveClaim> claim = session.claims.find(command);
            if (claim.isPresent()
                    && !isInquiry(claim.get())
                    && command.answer() instanceof Answer.Succeeded
                    && session.requests
                            .secret(claim.get().request())
                            .equals(command.secret().digest())) {
                hits.putIfAbsent(claim.get().sequence(), new Hit(i, claim.get()));
            }
        }
        return List.copyOf(hits.values());
    }

    /** What an inquiry may say depends on its subject. */
    private boolean isInquiry(LiveClaims.LiveClaim claim) throws SQLException {
        return Inquiry.isInquiryKind(session.lanes.get(claim.lane()).eligibility.kind());
    }

    private static int endOfRun(List<Hit> hits, int from) {
        int to = from + 1;
        while (to < hits.size()
                && follows(hits.get(to).claim(), hits.get(to - 1).claim())) {
            to++;
        }
        return to;
    }

    private static boolean follows(LiveClaims.LiveClaim claim, LiveClaims.LiveClaim former) {
        return claim.sequence() == former.sequence() + 1 && claim.request() == former.request();
    }

    /** A run of live claims is one statement. Where one of them has ended, each is tried by itself. */
    private void saveRun(List<Hit> run, Moment now) throws SQLException {
        if (run.size() == 1) {
            settled[run.getFirst().command()] = save(run, now) == 1;
        } else if (guard(session.sql.of(COUNT), run).first(row -> row.number()).orElse(0L) == run.size()) {
            save(run, now);
            run.forEach(hit -> settled[hit.command()] = true);
        } else {
            for (int i = 0; i < run.size(); i++) {
                saveRun(run.subList(i, i + 1), now);
            }
        }
    }

    private int save(List<Hit> run, Moment now) throws SQLException {
        return guard(session.sql.of(SETTLE).moment(now), run).update();
    }

    private static Prepared guard(Prepared statement, List<Hit> run) throws SQLException {
        LiveClaims.LiveClaim first = run.getFirst().claim();
        return statement
                .number(first.sequence())
                .number(run.getLast().sequence())
                .number(first.request());
    }
}
