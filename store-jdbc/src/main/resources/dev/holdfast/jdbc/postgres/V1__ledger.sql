-- The ledger, schema 1.0; run with the ledger's schema first in search_path. One schema holds one authority. Moments are
-- microseconds since 1970. Small structures are text, one record a line.
--
-- Two habits keep claims fast while somebody holds an old snapshot, so that dead rows cannot be removed:
--   * What every claim changes is kept as a log: the old row is deleted and a new one inserted under the pool's next log
--     number. Readers take the newest by a descending scan and never pass the dead ones.
--   * Scans start at a mark behind which nothing is: the head of a lane, the floor of a class and band, the snapshot of
--     the newest fold.
--
-- Only whoever holds the lock of a row of `pool` writes its log, its accounts and its turns, and removes from its inbox.
-- All others append to the inbox.

CREATE TABLE authority (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    name text COLLATE "C" NOT NULL,
    identity uuid NOT NULL DEFAULT gen_random_uuid(),
    epoch int NOT NULL CHECK (epoch BETWEEN 1 AND 32767),
    system_identifier text COLLATE "C" NOT NULL,
    timeline text COLLATE "C" NOT NULL
);

-- One row, which a crash, a restored backup and a promoted standby lose: all of them may have lost commits. A dump may
-- bring it along, but not into the table whose number it holds.
CREATE UNLOGGED TABLE incarnation (
    epoch int NOT NULL,
    relation oid NOT NULL
);

-- newest_class: classes of a pool only grow.
CREATE TABLE pool (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name text COLLATE "C" NOT NULL UNIQUE,
    revision int NOT NULL,
    paused boolean NOT NULL,
    newest_class int NOT NULL DEFAULT 0,
    policy text COLLATE "C" NOT NULL
);

-- One row a pool. counter: of the newest fence. counts: units by status, in the order of the column unit.state.
-- floor_of: eligibility * 8 + band; floor_at: the tag below which no lane of it is ready.
-- mark: the snapshot of the newest fold; what it did not see is still to be folded in.
CREATE TABLE pool_log (
    pool int NOT NULL,
    n bigint NOT NULL,
    counter bigint NOT NULL,
    clocks bigint[] NOT NULL,
    time bigint NOT NULL,
    swept_at bigint NOT NULL,
    counts bigint[] NOT NULL,
    floor_of int[] NOT NULL DEFAULT '{}',
    floor_at bigint[] NOT NULL DEFAULT '{}',
    mark pg_snapshot NOT NULL
);

CREATE INDEX pool_log_newest ON pool_log (pool, n);

-- Claims and resources in use; one row an account, none for zero.
CREATE TABLE account_log (
    pool int NOT NULL,
    account text COLLATE "C" NOT NULL,
    n bigint NOT NULL,
    used bigint NOT NULL
);

CREATE INDEX account_log_newest ON account_log (pool, account, n);

-- What a transaction without the pool's lock has to tell it: one row each. lanes, heads: lanes that units entered, and the
-- first of these. counts: added to pool_log.counts. accounts, amounts: added to the accounts.
CREATE TABLE inbox (
    pool int NOT NULL,
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    lanes bigint[],
    heads bigint[],
    counts bigint[],
    accounts text[] COLLATE "C",
    amounts bigint[]
);

CREATE INDEX inbox_new ON inbox (pool, xid);

-- `class` is the number of the eligibility's live class; empty when it has none. A class that comes back has a new number.
CREATE TABLE eligibility (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    pool int NOT NULL,
    text text COLLATE "C" NOT NULL,
    class int
);

CREATE INDEX eligibility_text ON eligibility USING hash (text);
CREATE UNIQUE INDEX eligibility_class ON eligibility (pool, class) WHERE class IS NOT NULL;

-- key_order is the key in the order in which the rules compare keys.
CREATE TABLE fairness_key (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    pool int NOT NULL,
    band smallint NOT NULL,
    name text COLLATE "C" NOT NULL,
    key_order bytea NOT NULL,
    UNIQUE (pool, band, name)
);

-- What units have in common, for ever. accounts: those that limit all workers alike.
CREATE TABLE lane (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    fairness_key bigint NOT NULL,
    eligibility int NOT NULL,
    needs text COLLATE "C" NOT NULL,
    accounts text[] COLLATE "C"
);

CREATE INDEX lane_key ON lane (fairness_key, eligibility);
CREATE INDEX lane_eligibility ON lane (eligibility);

-- The place of a lane in the order; one row a lane. All lanes of a key have its tag.
-- phase: 0 drained, 1 ready, 2 parked on `lacking` until at most `fits_at` of it are used.
-- head: no unit before it waits in the lane.
CREATE TABLE turn (
    lane bigint NOT NULL,
    n bigint NOT NULL,
    pool int NOT NULL,
    fairness_key bigint NOT NULL,
    eligibility int NOT NULL,
    band smallint NOT NULL,
    tag bigint NOT NULL,
    key_order bytea NOT NULL,
    phase smallint NOT NULL CHECK (phase BETWEEN 0 AND 2),
    head bigint NOT NULL,
    lacking text COLLATE "C",
    fits_at bigint
);

CREATE INDEX turn_newest ON turn (lane, n);
CREATE INDEX turn_ready ON turn (eligibility, band, tag, key_order, lane) WHERE phase = 1;
CREATE INDEX turn_parked ON turn (pool, lacking, fits_at, eligibility, band, tag, key_order, lane) WHERE phase = 2;

CREATE TABLE domain (
    name text COLLATE "C" PRIMARY KEY,
    pool int NOT NULL
);

CREATE TABLE worker (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name text COLLATE "C" NOT NULL UNIQUE,
    registered_at bigint NOT NULL,
    lease text COLLATE "C" NOT NULL,
    offer text COLLATE "C" NOT NULL
);

-- Apart from its worker, so that a heartbeat never waits for a claim.
CREATE TABLE worker_lease (
    worker int PRIMARY KEY,
    lease_until bigint NOT NULL,
    healthy boolean NOT NULL,
    draining boolean NOT NULL,
    dead boolean NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX worker_lease_alive ON worker_lease (worker) WHERE NOT dead;

-- held_from: the worker holds no claim of the pool with a smaller fence.
CREATE TABLE worker_pool (
    pool int NOT NULL,
    worker int NOT NULL,
    held_from bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (pool, worker)
) WITH (fillfactor = 50);

CREATE INDEX worker_pool_worker ON worker_pool (worker);

CREATE SEQUENCE unit_seq;

-- Units that have not ended.
-- state: 0 waits in its lane, 1 claimed, 2 uncertain, 9 queued and not yet due.
-- state_at: due when queued; since when it is uncertain.
-- moved_by: what queued it, what made it uncertain (HOLDER or LOST). question: the fence in question of an uncertain unit.
-- fence to begun_at: the live claim. run_limit: how long a claim may last.
CREATE TABLE unit (
    seq bigint PRIMARY KEY,
    pool int NOT NULL,
    lane bigint NOT NULL,
    state smallint NOT NULL CHECK (state IN (0, 1, 2, 9)),
    state_at bigint NOT NULL,
    start_by bigint,
    run_limit bigint,
    version bigint NOT NULL,
    life int NOT NULL,
    attempts int NOT NULL,
    losses int NOT NULL,
    fence bigint,
    worker int,
    request bigint,
    attempt int,
    run_until bigint,
    begun_at bigint,
    moved_by text COLLATE "C" NOT NULL,
    reason text COLLATE "C",
    question bigint,
    cancel_at bigint,
    cancel_actor text COLLATE "C",
    cancel_reason text COLLATE "C",
    id text COLLATE "C" NOT NULL,
    id_given boolean NOT NULL,
    idempotency_key text COLLATE "C" NOT NULL,
    admitted_at bigint NOT NULL,
    asks_first boolean NOT NULL,
    options text COLLATE "C",
    media_type text COLLATE "C" NOT NULL,
    payload bytea NOT NULL,
    CHECK ((state = 1) = (fence IS NOT NULL)),
    CHECK ((state = 1) = (worker IS NOT NULL AND request IS NOT NULL AND attempt IS NOT NULL))
);

CREATE INDEX unit_waiting ON unit (lane, seq) WHERE state = 0;
CREATE INDEX unit_claimed ON unit (pool, worker, fence) WHERE state = 1;
CREATE INDEX unit_due ON unit (pool, state_at, seq) WHERE state = 9;
CREATE INDEX unit_late ON unit (pool, start_by, seq) WHERE state IN (0, 9) AND start_by IS NOT NULL;
CREATE INDEX unit_overdue ON unit (pool, run_until) WHERE state = 1 AND run_until IS NOT NULL;
CREATE INDEX unit_uncertain ON unit (pool, seq) WHERE state = 2;

-- Units that have ended, by the moment of the end (state_at), so that old ones go away with their partition.
-- state: 3 succeeded, 4 failed, 5 cancelled, 6 poisoned. moved_by: who ended it.
-- fence to begun_at: the claim that succeeded; otherwise every claim that ended is in past_claim.
CREATE TABLE unit_history (
    seq bigint NOT NULL,
    pool int NOT NULL,
    lane bigint NOT NULL,
    state smallint NOT NULL CHECK (state BETWEEN 3 AND 6),
    state_at bigint NOT NULL,
    start_by bigint,
    run_limit bigint,
    version bigint NOT NULL,
    life int NOT NULL,
    attempts int NOT NULL,
    losses int NOT NULL,
    fence bigint,
    worker int,
    request bigint,
    attempt int,
    run_until bigint,
    begun_at bigint,
    moved_by text COLLATE "C" NOT NULL,
    reason text COLLATE "C",
    evidence text COLLATE "C" NOT NULL,
    reference text COLLATE "C",
    cancel_at bigint,
    cancel_actor text COLLATE "C",
    cancel_reason text COLLATE "C",
    id text COLLATE "C" NOT NULL,
    id_given boolean NOT NULL,
    idempotency_key text COLLATE "C" NOT NULL,
    admitted_at bigint NOT NULL,
    asks_first boolean NOT NULL,
    options text COLLATE "C",
    media_type text COLLATE "C" NOT NULL,
    payload bytea NOT NULL,
    result_type text COLLATE "C",
    result bytea
) PARTITION BY RANGE (state_at);

CREATE INDEX unit_history_seq ON unit_history (seq);
CREATE INDEX unit_history_unusual ON unit_history (pool, state, seq) WHERE state <> 3;

-- Takes what no other partition takes.
CREATE TABLE unit_history_other PARTITION OF unit_history DEFAULT;

-- Leads from an id to its unit. A unit whose submitter gave the id has a second row under the id that its key would have
-- given it: so one unique index keeps ids and keys apart, whatever becomes of the unit.
CREATE TABLE unit_id (
    id text COLLATE "C" PRIMARY KEY,
    seq bigint NOT NULL,
    key_until bigint NOT NULL
);

-- One claim request that was answered with grants: what its claims have in common, and the range of its fences.
CREATE TABLE claim_request (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    pool int NOT NULL,
    worker int NOT NULL,
    slot int NOT NULL,
    high bigint NOT NULL,
    low bigint NOT NULL,
    secret bytea NOT NULL,
    claimed_at bigint NOT NULL,
    first bigint,
    last bigint
);

CREATE INDEX claim_request_bits ON claim_request (high, low);
CREATE INDEX claim_request_slot ON claim_request (worker, slot, id);

CREATE TABLE past_claim (
    seq bigint NOT NULL,
    fence bigint NOT NULL,
    request bigint NOT NULL,
    life int NOT NULL,
    attempt int NOT NULL,
    run_until bigint,
    begun_at bigint,
    ended_at bigint NOT NULL,
    how text COLLATE "C" NOT NULL,
    answer text COLLATE "C",
    late text COLLATE "C",
    resolution text COLLATE "C",
    PRIMARY KEY (seq, fence)
);

-- These are small and rewritten all the time: clean them long before a fifth of them is dead.
ALTER TABLE pool_log SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE account_log SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE turn SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE inbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE unit SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0);
