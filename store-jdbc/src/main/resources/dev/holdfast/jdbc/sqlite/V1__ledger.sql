-- The ledger, schema 1. Moments are microseconds since 1970. Small structures are text, one record a line.
-- A unit of work is two rows under one number: `work` is what changes, kept small because every claim and every
-- settlement rewrites it; `submission` is what was submitted and never changes.

CREATE TABLE schema_version (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at INTEGER NOT NULL
) STRICT;

-- device, inode and machine say which file this is: another one is a copy that may have lost commits, and gets a new epoch.
CREATE TABLE authority (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    epoch INTEGER NOT NULL CHECK (epoch BETWEEN 1 AND 32767),
    device TEXT NOT NULL,
    inode TEXT NOT NULL,
    machine TEXT NOT NULL
) STRICT;

CREATE TABLE pool (
    id INTEGER PRIMARY KEY,
    authority INTEGER NOT NULL,
    name TEXT NOT NULL,
    revision INTEGER NOT NULL,
    paused INTEGER NOT NULL,
    counter INTEGER NOT NULL,
    clocks TEXT NOT NULL,
    time INTEGER NOT NULL,
    swept_at INTEGER NOT NULL,
    newest_class INTEGER NOT NULL DEFAULT 0,
    policy TEXT NOT NULL,
    UNIQUE (authority, name)
) STRICT;

CREATE TABLE domain (
    authority INTEGER NOT NULL,
    name TEXT NOT NULL,
    pool INTEGER NOT NULL,
    PRIMARY KEY (authority, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE worker (
    id INTEGER PRIMARY KEY,
    authority INTEGER NOT NULL,
    name TEXT NOT NULL,
    registered_at INTEGER NOT NULL,
    lease_until INTEGER NOT NULL,
    lease TEXT NOT NULL,
    healthy INTEGER NOT NULL,
    draining INTEGER NOT NULL,
    dead INTEGER NOT NULL,
    offer TEXT NOT NULL,
    UNIQUE (authority, name)
) STRICT;

CREATE INDEX worker_lease ON worker (authority, lease_until) WHERE dead = 0;

CREATE TABLE worker_pool (
    pool INTEGER NOT NULL,
    worker INTEGER NOT NULL,
    PRIMARY KEY (pool, worker)
) STRICT, WITHOUT ROWID;

-- What claims use up and what is counted. In scope CHANGES: a number that rises with every commit that may have made work
-- claimable; here, because those commits write this page anyway.
CREATE TABLE account (
    authority INTEGER NOT NULL,
    scope TEXT NOT NULL,
    owner TEXT NOT NULL,
    what TEXT NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (authority, scope, owner, what)
) STRICT, WITHOUT ROWID;

-- `class` is the number of the eligibility's live class; empty when it has none. A class that comes back has a new number.
CREATE TABLE eligibility (
    id INTEGER PRIMARY KEY,
    pool INTEGER NOT NULL,
    text TEXT NOT NULL,
    class INTEGER,
    UNIQUE (pool, text)
) STRICT;

CREATE UNIQUE INDEX eligibility_class ON eligibility (pool, class) WHERE class IS NOT NULL;

-- What units have in common, for ever, and the place of those among them that wait.
-- phase: 0 drained, 1 ready, 2 parked on `lacking` until at most `fits_at` of it are used. All lanes of a key have its tag.
-- key_order is the key in the order in which the rules compare keys.
CREATE TABLE lane (
    id INTEGER PRIMARY KEY,
    pool INTEGER NOT NULL,
    band INTEGER NOT NULL,
    fairness_key TEXT NOT NULL,
    eligibility INTEGER NOT NULL,
    needs TEXT NOT NULL,
    key_order BLOB NOT NULL,
    tag INTEGER NOT NULL,
    phase INTEGER NOT NULL CHECK (phase BETWEEN 0 AND 2),
    lacking TEXT,
    fits_at INTEGER,
    UNIQUE (pool, band, fairness_key, eligibility, needs)
) STRICT;

CREATE INDEX lane_ready ON lane (eligibility, band, tag, key_order, id) WHERE phase = 1;
CREATE INDEX lane_parked ON lane (pool, lacking, fits_at, eligibility, band, tag, key_order, id) WHERE phase = 2;
CREATE INDEX lane_eligibility ON lane (eligibility);

-- state: 0 queued, 1 claimed, 2 uncertain, 3 succeeded, 4 failed, 5 cancelled, 6 poisoned.
-- state_at: due when queued; since when it is uncertain; when it ended.
-- moved_by: what queued it, what made it uncertain (HOLDER or LOST), who ended it.
-- question: the fence in question of an uncertain unit.
-- fence to begun_at: the live claim; after a success that its holder reported, that claim; otherwise empty, and every
-- claim that ended is in past_claim.
-- The next five are filled only while the unit is to be found by them: what a change leaves empty costs it nothing.
--   waits_in: the lane that a queued unit stands in. due_at: when a queued unit enters its lane.
--   late_after: the latest start of a queued unit. held_by: the worker of a claimed unit.
--   unusual: the state of a unit that is uncertain or has ended without success.
-- room: emptied by the claim, so that a claimed unit is no larger than the queued one and stays in its page.
CREATE TABLE work (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    pool INTEGER NOT NULL,
    lane INTEGER NOT NULL,
    state INTEGER NOT NULL,
    state_at INTEGER NOT NULL,
    waits_in INTEGER,
    due_at INTEGER,
    late_after INTEGER,
    held_by INTEGER,
    unusual INTEGER,
    start_by INTEGER,
    version INTEGER NOT NULL,
    life INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    fence INTEGER,
    request INTEGER,
    attempt INTEGER,
    run_until INTEGER,
    begun_at INTEGER,
    moved_by TEXT NOT NULL,
    reason TEXT,
    evidence TEXT,
    reference TEXT,
    question INTEGER,
    cancel_at INTEGER,
    cancel_actor TEXT,
    cancel_reason TEXT,
    room BLOB
) STRICT;

-- No unit that succeeded is in any of these.
CREATE INDEX work_waiting ON work (waits_in, seq, start_by) WHERE waits_in IS NOT NULL;
CREATE INDEX work_due ON work (pool, due_at, seq) WHERE due_at IS NOT NULL;
CREATE INDEX work_late ON work (pool, late_after, seq) WHERE late_after IS NOT NULL;
CREATE INDEX work_held ON work (pool, held_by, fence) WHERE held_by IS NOT NULL;
CREATE INDEX work_unusual ON work (pool, unusual, seq) WHERE unusual IS NOT NULL;

-- asks_first: whether its recovery is to ask what happened before it runs again.
CREATE TABLE submission (
    seq INTEGER PRIMARY KEY,
    authority INTEGER NOT NULL,
    id TEXT NOT NULL,
    id_given INTEGER NOT NULL,
    idempotency_key TEXT NOT NULL,
    key_until INTEGER NOT NULL,
    admitted_at INTEGER NOT NULL,
    asks_first INTEGER NOT NULL,
    options TEXT,
    media_type TEXT NOT NULL,
    payload BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX submission_id ON submission (authority, id);

-- Only for units whose submitter gave the id. All other ids are derived from the key, so that the id finds the key.
CREATE TABLE idempotency_key (
    pool INTEGER NOT NULL,
    idempotency_key TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (pool, idempotency_key)
) STRICT, WITHOUT ROWID;

-- The result of a unit that succeeded; none when it is empty.
CREATE TABLE result (
    seq INTEGER PRIMARY KEY,
    media_type TEXT NOT NULL,
    bytes BLOB NOT NULL
) STRICT;

-- One request that was answered with grants: what its claims have in common.
CREATE TABLE claim_request (
    id INTEGER PRIMARY KEY,
    worker INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    high INTEGER NOT NULL,
    low INTEGER NOT NULL,
    secret BLOB NOT NULL,
    claimed_at INTEGER NOT NULL
) STRICT;

-- The newest such request of each slot of a worker, and the fences it got.
CREATE TABLE slot (
    worker INTEGER NOT NULL,
    number INTEGER NOT NULL,
    authority INTEGER NOT NULL,
    high INTEGER NOT NULL,
    low INTEGER NOT NULL,
    pool INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (worker, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX slot_request ON slot (authority, high, low, number);

CREATE TABLE past_claim (
    seq INTEGER NOT NULL,
    fence INTEGER NOT NULL,
    request INTEGER NOT NULL,
    life INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    run_until INTEGER,
    begun_at INTEGER,
    ended_at INTEGER NOT NULL,
    how TEXT NOT NULL,
    answer TEXT,
    late TEXT,
    resolution TEXT,
    PRIMARY KEY (seq, fence)
) STRICT, WITHOUT ROWID;
