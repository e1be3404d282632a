-- Lives that another one followed, schema 2.

-- How such a life ended (state, state_at, moved_by to cancel_reason as in work), and who gave its unit the next one. A
-- unit has a row for each life before the one it is in.
CREATE TABLE past_life (
    seq INTEGER NOT NULL,
    life INTEGER NOT NULL CHECK (life > 0),
    state INTEGER NOT NULL CHECK (state BETWEEN 4 AND 6),
    state_at INTEGER NOT NULL,
    moved_by TEXT NOT NULL,
    reason TEXT,
    evidence TEXT NOT NULL,
    reference TEXT,
    cancel_at INTEGER,
    cancel_actor TEXT,
    cancel_reason TEXT,
    redriven_by TEXT NOT NULL,
    redriven_reason TEXT NOT NULL,
    forced INTEGER NOT NULL,
    redriven_at INTEGER NOT NULL,
    PRIMARY KEY (seq, life)
) STRICT, WITHOUT ROWID;
