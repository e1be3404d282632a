-- Lives that another one followed, schema 1.3.

-- How such a life ended (state, state_at, moved_by to cancel_reason as in unit_history), and who gave its unit the next
-- one. A unit has a row for each life before the one it is in.
CREATE TABLE past_life (
    seq bigint NOT NULL,
    life int NOT NULL CHECK (life > 0),
    state smallint NOT NULL CHECK (state BETWEEN 4 AND 6),
    state_at bigint NOT NULL,
    moved_by text COLLATE "C" NOT NULL,
    reason text COLLATE "C",
    evidence text COLLATE "C" NOT NULL,
    reference text COLLATE "C",
    cancel_at bigint,
    cancel_actor text COLLATE "C",
    cancel_reason text COLLATE "C",
    redriven_by text COLLATE "C" NOT NULL,
    redriven_reason text COLLATE "C" NOT NULL,
    forced boolean NOT NULL,
    redriven_at bigint NOT NULL,
    PRIMARY KEY (seq, life)
);
