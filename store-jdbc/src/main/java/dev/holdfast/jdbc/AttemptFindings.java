// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.SeriesCheck;
import dev.holdfast.core.ledger.RowUnreadable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads all attempts and has the rules say what cannot be. */
public final class AttemptFindings {
    private final int most;
    private final String advice;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Attempt> series = new ArrayList<>();

    private AttemptFindings(int most, String advice) {
        this.most = most;
        this.advice = advice;
    }

    /** @param most how many findings are told; more of them say nothing new */
    public static List<Finding> of(AttemptRows rows, int most, String advice) throws SQLException {
        AttemptFindings found = new AttemptFindings(most, advice);
        try {
            rows.each(found::look);
            found.endOfSeries();
        } catch (RowUnreadable e) {
            found.add(String.valueOf(e.getMessage()));
        }
        return found.findings;
    }

    private void look(Attempt attempt) {
        if (!series.isEmpty() && !series.getLast().owner().equals(attempt.owner())) {
            endOfSeries();
        }
        series.add(attempt);
    }

    private void endOfSeries() {
        SeriesCheck.fault(series).ifPresent(this::add);
        series.clear();
    }

    private void add(String problem) {
        if (findings.size() < most) {
            findings.add(new Finding("attempt", problem, advice));
        }
    }
}
