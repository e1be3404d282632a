-- Recurring work, schema 7.

-- One row a schedule. A pass submits what is due and advances it in one transaction. eligibility to payload: what a tick
-- submits, as units and lanes have it. timing: the recurrence and what becomes of ticks that overlap or were missed.
CREATE TABLE schedule (
    authority INTEGER NOT NULL,
    name TEXT NOT NULL,
    revision INTEGER NOT NULL,
    pool INTEGER NOT NULL,
    paused INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    waiting_at INTEGER,
    newest_at INTEGER,
    last TEXT,
    submitted INTEGER NOT NULL,
    left_out INTEGER NOT NULL,
    timing TEXT NOT NULL,
    eligibility TEXT NOT NULL,
    needs TEXT NOT NULL,
    band INTEGER NOT NULL,
    fairness_key TEXT NOT NULL,
    asks_first INTEGER NOT NULL,
    options TEXT,
    media_type TEXT,
    payload BLOB,
    PRIMARY KEY (authority, name),
    CHECK ((newest_at IS NULL) = (last IS NULL) AND (last IS NULL) = (submitted = 0))
) STRICT, WITHOUT ROWID;

-- The audit again, with another list of sorts: this one has those of later migrations as well.
CREATE TABLE audit_again (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    authority INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    act TEXT NOT NULL,
    sort TEXT NOT NULL CHECK (sort IN ('WORK', 'POOL', 'WORKER', 'SCHEDULE', 'DOMAIN')),
    subject TEXT NOT NULL,
    outcome TEXT NOT NULL
) STRICT;
INSERT INTO audit_again (id, authority, at, actor, reason, act, sort, subject, outcome)
SELECT id, authority, at, actor, reason, act, sort, subject, outcome FROM audit ORDER BY id;
DROP TRIGGER audit_is_not_changed;
DROP TRIGGER audit_is_not_deleted;
DROP TABLE audit;
ALTER TABLE audit_again RENAME TO audit;
CREATE INDEX audit_subject ON audit (authority, subject, sort, id);
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is only added to'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is only added to'); END;
