-- Recurring work, schema 1.8.

-- One row a schedule. A pass locks it, submits what is due and advances it. eligibility to payload: what a tick submits, as
-- units and lanes have it. timing: the recurrence and what becomes of ticks that overlap or were missed.
CREATE TABLE schedule (
    name text COLLATE "C" PRIMARY KEY,
    revision int NOT NULL,
    pool int NOT NULL,
    paused boolean NOT NULL,
    next_at bigint NOT NULL,
    waiting_at bigint,
    newest_at bigint,
    last text COLLATE "C",
    submitted bigint NOT NULL,
    left_out bigint NOT NULL,
    timing text COLLATE "C" NOT NULL,
    eligibility text COLLATE "C" NOT NULL,
    needs text COLLATE "C" NOT NULL,
    band smallint NOT NULL,
    fairness_key text COLLATE "C" NOT NULL,
    asks_first boolean NOT NULL,
    options text COLLATE "C",
    media_type text COLLATE "C",
    payload bytea,
    CHECK ((newest_at IS NULL) = (last IS NULL) AND (last IS NULL) = (submitted = 0))
);

-- Sorts are added by the migrations that bring them; this list has those of later ones as well.
ALTER TABLE audit DROP CONSTRAINT audit_sort_check;
ALTER TABLE audit ADD CONSTRAINT audit_sort_check CHECK (sort IN ('WORK', 'POOL', 'WORKER', 'SCHEDULE', 'DOMAIN'));
