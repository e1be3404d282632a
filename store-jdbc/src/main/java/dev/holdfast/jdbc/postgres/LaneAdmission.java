// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Migrations;
import dev.holdfast.jdbc.ShapeText;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes lanes, and classes for their eligibilities, under the pool's lock and in a transaction of its own: so no submission
 * waits for another one that uses the same new lane, and what a submission that fails leaves behind is an empty lane.
 */
final class LaneAdmission {
    private static final String WITHOUT_USE = Migrations.read(LaneAdmission.class, "classes-without-use.sql");
    private static final String FIND_LANE =
            "SELECT id FROM $.lane WHERE fairness_key = ? AND eligibility = ? AND needs = ?";
    private static final String ADD_LANE =
            "INSERT INTO $.lane (fairness_key, eligibility, needs, accounts) VALUES (?, ?, ?, ?) RETURNING id";
    /** A new lane is drained and has the tag of its key. */
    private static final String ADD_TURN = """
        INSERT INTO $.turn (lane, n, pool, fairness_key, eligibility, band, tag, key_order, phase, head)
        SELECT ?, g.n, k.pool, k.id, ?, k.band, coalesce((
            SELECT t.tag FROM $.lane l CROSS JOIN LATERAL (
                SELECT t.tag FROM $.turn t WHERE t.lane = l.id ORDER BY t.lane DESC, t.n DESC LIMIT 1
            ) t WHERE l.fairness_key = k.id LIMIT 1), 0), k.key_order, 0, 0
        FROM $.fairness_key k CROSS JOIN LATERAL (
            SELECT n FROM $.pool_log l WHERE l.pool = k.pool ORDER BY l.pool DESC, l.n DESC LIMIT 1
        ) g WHERE k.id = ?\
        """;

    private final Session session;
    private final PoolId pool;
    private final int number;
    private final int mostClasses;
    private final Map<Eligibility, Optional<Integer>> eligibilities = new HashMap<>();
    private final Set<Integer> classed = new HashSet<>();

    LaneAdmission(Session session, PoolId pool, int number) {
        this(session, pool, number, AdmissionRules.MAX_CLASSES);
    }

    private LaneAdmission(Session session, PoolId pool, int number, int mostClasses) {
        this.session = session;
        this.pool = pool;
        this.number = number;
        this.mostClasses = mostClasses;
    }

    /** Also where there is no room for one class more. */
    static LaneAdmission always(Session session, PoolId pool, int number) {
        return new LaneAdmission(session, pool, number, Integer.MAX_VALUE);
    }

    /** The lanes of units with these requirements, in order; empty where there is no class left. */
    List<Optional<Long>> admit(Collection<Requirements> wanted) throws SQLException {
        new Pools(session).lock(pool);
        List<Optional<Long>> lanes = new ArrayList<>(wanted.size());
        for (Requirements requirements : wanted) {
            Optional<Integer> eligibility = eligibility(requirements.eligibility());
            lanes.add(eligibility.isEmpty() ? Optional.empty() : Optional.of(lane(requirements, eligibility.get())));
        }
        return lanes;
    }

    /**
     * The lane of a unit of a captured ledger, though there may be no room for new classes.
     *
     * @param waits whether units of it may wait: then its eligibility has a class
     */
    long again(int band, String key, Eligibility eligibility, Needs needs, boolean waits) throws SQLException {
        Optional<Integer> known = eligibilities.get(eligibility);
        int id = known != null && known.isPresent() ? known.get() : describe(eligibility, find(eligibility));
        eligibilities.put(eligibility, Optional.of(id));
        if (waits && classed.add(id)) {
            giveClass(id);
        }
        return lane(band, key, needs, id);
    }

    private Optional<Integer> eligibility(Eligibility eligibility) throws SQLException {
        Optional<Integer> known = eligibilities.get(eligibility);
        if (known == null) {
            known = admit(eligibility);
            if (known.isEmpty()) {
                dropUnused();
                known = admit(eligibility);
            }
            eligibilities.put(eligibility, known);
        }
        return known;
    }

    private void dropUnused() throws SQLException {
        Integer[] wanted =
                eligibilities.values().stream().flatMap(Optional::stream).toArray(Integer[]::new);
        session.sql
                .of(WITHOUT_USE)
                .integer(number)
                .array(wanted)
                .integer(number)
                .update();
    }

    private record Found(int id, boolean hasClass) {}

    private Optional<Integer> admit(Eligibility eligibility) throws SQLException {
        Optional<Found> found = find(eligibility);
        if (found.isPresent() && found.get().hasClass()) {
            return Optional.of(found.get().id());
        }
        long classes = session.sql
                .of("SELECT count(*) FROM $.eligibility WHERE pool = ? AND class IS NOT NULL")
                .integer(number)
                .first(row -> row.number())
                .orElse(0L);
        if (classes >= mostClasses) {
            return Optional.empty();
        }
        int id = describe(eligibility, found);
        giveClass(id);
        return Optional.of(id);
    }

    private Optional<Found> find(Eligibility eligibility) throws SQLException {
        return session.sql
                .of("SELECT id, class IS NOT NULL FROM $.eligibility WHERE pool = ? AND text = ?")
                .integer(number)
                .text(ShapeText.write(eligibility))
                .first(row -> new Found(row.integer(), row.flag()));
    }

    private int describe(Eligibility eligibility, Optional<Found> found) throws SQLException {
        return found.isPresent()
                ? found.get().id()
                : session.sql
                        .of("INSERT INTO $.eligibility (pool, text) VALUES (?, ?) RETURNING id")
                        .integer(number)
                        .text(ShapeText.write(eligibility))
                        .first(row -> row.integer())
                        .orElseThrow();
    }

    private void giveClass(int id) throws SQLException {
        session.sql
                .of("UPDATE $.pool SET newest_class = newest_class + 1 WHERE id = ?")
                .integer(number)
                .update();
        session.sql
                .of("UPDATE $.eligibility SET class = (SELECT newest_class FROM $.pool WHERE id = ?) WHERE id = ?")
                .integer(number)
                .integer(id)
                .update();
    }

    private long lane(Requirements requirements, int eligibility) throws SQLException {
        return lane(requirements.band(), requirements.fairnessKey(), requirements.needs(), eligibility);
    }

    private long lane(int band, String name, Needs wanted, int eligibility) throws SQLException {
        long key = key(band, name);
        String needs = ShapeText.write(wanted);
        Optional<Long> found = session.sql
                .of(FIND_LANE)
                .number(key)
                .integer(eligibility)
                .text(needs)
                .first(row -> row.number());
        if (found.isPresent()) {
            return found.get();
        }
        long lane = session.sql
                .of(ADD_LANE)
                .number(key)
                .integer(eligibility)
                .text(needs)
                .array(sharedAccounts(wanted))
                .first(row -> row.number())
                .orElseThrow();
        session.sql.of(ADD_TURN).number(lane).integer(eligibility).number(key).update();
        return lane;
    }

    private long key(int band, String name) throws SQLException {
        Optional<Long> found = session.sql
                .of("SELECT id FROM $.fairness_key WHERE pool = ? AND band = ? AND name = ?")
                .integer(number)
                .integer(band)
                .text(name)
                .first(row -> row.number());
        return found.isPresent()
                ? found.get()
                : session.sql
                        .of("INSERT INTO $.fairness_key (pool, band, name, key_order) VALUES (?, ?, ?, ?) RETURNING id")
                        .integer(number)
                        .integer(band)
                        .text(name)
                        .bytes(name.getBytes(StandardCharsets.UTF_16BE))
                        .first(row -> row.number())
                        .orElseThrow();
    }

    /** The accounts that may forbid a grant to every worker: those of the pool's resources and of the domains. */
    private String[] sharedAccounts(Needs needs) {
        List<String> accounts = new ArrayList<>();
        for (String resource : needs.demand().keySet()) {
            accounts.add(AccountText.write(Account.poolResource(pool, resource)));
        }
        for (String domain : needs.domains()) {
            addDomain(accounts, Account.domainClaims(domain));
            needs.demand().keySet().forEach(resource -> addDomain(accounts, Account.domainResource(domain, resource)));
        }
        return accounts.toArray(String[]::new);
    }

    private static void addDomain(List<String> accounts, Account account) {
        accounts.add(AccountText.write(account));
        account.quarantined().map(AccountText::write).ifPresent(accounts::add);
    }
}
