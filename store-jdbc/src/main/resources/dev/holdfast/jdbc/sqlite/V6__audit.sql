-- What operators did, schema 6.

-- One row an action that changed something, written by the transaction of the action.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    authority INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    act TEXT NOT NULL,
    sort TEXT NOT NULL CHECK (sort IN ('WORK', 'POOL', 'WORKER')),
    subject TEXT NOT NULL,
    outcome TEXT NOT NULL
) STRICT;

CREATE INDEX audit_subject ON audit (authority, subject, sort, id);

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is only added to'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is only added to'); END;

-- Redrives left a trace before there was an audit.
INSERT INTO audit (authority, at, actor, reason, act, sort, subject, outcome)
SELECT s.authority, l.redriven_at, l.redriven_by, l.redriven_reason, 'REDRIVE', 'WORK', s.id, 'redriven: life ' || (l.life + 1)
FROM past_life l JOIN submission s ON s.seq = l.seq
ORDER BY l.redriven_at, l.seq, l.life;
