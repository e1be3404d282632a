-- Execution attempts, schema 17.

-- One row an owner. A successor is saved only to the length that its creator saw.
CREATE TABLE attempt_series (
    authority INTEGER NOT NULL,
    owner TEXT NOT NULL,
    active TEXT NOT NULL,
    length INTEGER NOT NULL CHECK (length > 0),
    PRIMARY KEY (authority, owner)
) STRICT, WITHOUT ROWID;

-- One row an attempt: its answer, and what may still start here. Saved only to the version that was decided on. instruction,
-- fenced and control: texts that only the rules look into. logged: how many entries of evidence there ever were. due_at: when
-- time alone changes something.
CREATE TABLE attempt (
    authority INTEGER NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    predecessor TEXT,
    retry_budget INTEGER NOT NULL,
    request_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    bootstrap_until INTEGER NOT NULL,
    instruction TEXT NOT NULL,
    version INTEGER NOT NULL,
    settled TEXT CHECK (
        settled IN ('OUTCOME', 'ABANDONED', 'INFRASTRUCTURE_FAILURE', 'CANCELLED', 'SUPERSEDED', 'TIMED_OUT')),
    settled_at INTEGER,
    settled_by INTEGER,
    after_cancel INTEGER NOT NULL,
    gate_open INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    endpoint TEXT NOT NULL CHECK (endpoint IN ('NONE', 'REGISTERED', 'LOST')),
    incarnation TEXT,
    endpoint_at INTEGER,
    ready_by TEXT,
    ready_at INTEGER,
    fenced TEXT,
    last_completed TEXT,
    cancel_key TEXT,
    cancelled_at INTEGER,
    cancel_reason TEXT,
    control TEXT,
    logged INTEGER NOT NULL,
    due_at INTEGER,
    PRIMARY KEY (authority, id),
    CHECK ((settled IS NULL) = (settled_at IS NULL) AND (settled IS NULL) = (settled_by IS NULL)),
    CHECK (settled IS NULL OR NOT gate_open),
    CHECK (settled IS NULL OR due_at IS NULL),
    CHECK ((endpoint = 'NONE') = (incarnation IS NULL) AND (incarnation IS NULL) = (endpoint_at IS NULL)),
    CHECK ((ready_by IS NULL) = (ready_at IS NULL) AND (ready_by IS NULL OR endpoint = 'REGISTERED'))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX attempt_request ON attempt (authority, owner, request_key);
CREATE UNIQUE INDEX attempt_ordinal ON attempt (authority, owner, ordinal);
CREATE INDEX attempt_due ON attempt (authority, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX attempt_settled ON attempt (authority, settled_at) WHERE settled_at IS NOT NULL;

-- Who may act on the infrastructure of an attempt, and what is owed there. held_until: empty when nobody has it; then the
-- controller is the last one. is_open: something is owed.
CREATE TABLE attempt_provider (
    authority INTEGER NOT NULL,
    attempt TEXT NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('PROVISIONING', 'ALLOCATED', 'TERMINATED')),
    provider TEXT NOT NULL,
    lifetime TEXT NOT NULL,
    provisioner TEXT NOT NULL,
    environment TEXT NOT NULL,
    labels TEXT,
    request_key TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    controller TEXT NOT NULL,
    secret BLOB NOT NULL,
    held_until INTEGER,
    failures INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    completed_by INTEGER,
    allocation TEXT,
    claimable INTEGER NOT NULL,
    terminated_by INTEGER,
    created_at INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    PRIMARY KEY (authority, attempt),
    CHECK ((stage = 'PROVISIONING') = (allocation IS NULL)),
    CHECK ((stage = 'TERMINATED') = (terminated_by IS NOT NULL)),
    CHECK (NOT claimable OR stage = 'ALLOCATED')
) STRICT, WITHOUT ROWID;

CREATE INDEX attempt_open ON attempt_provider (authority, due_at, created_at, attempt) WHERE is_open;

-- Every operation that was ever admitted: its key is known for as long as the attempt.
CREATE TABLE attempt_operation (
    authority INTEGER NOT NULL,
    attempt TEXT NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    admission_key TEXT NOT NULL,
    generation INTEGER NOT NULL,
    admitted_at INTEGER NOT NULL,
    until INTEGER,
    resumable INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ACTIVE', 'COMPLETED', 'PREPARED', 'LOST', 'RECLAIMED')),
    state_at INTEGER,
    lost_by INTEGER,
    prepared TEXT,
    PRIMARY KEY (authority, attempt, number),
    CHECK ((state = 'ACTIVE') = (state_at IS NULL)),
    CHECK ((state = 'PREPARED') = (prepared IS NOT NULL)),
    CHECK ((state = 'LOST') = (lost_by IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX attempt_operation_id ON attempt_operation (authority, attempt, id);
CREATE UNIQUE INDEX attempt_operation_key ON attempt_operation (authority, attempt, admission_key);
CREATE UNIQUE INDEX attempt_operation_active ON attempt_operation (authority, attempt) WHERE state = 'ACTIVE';

-- What is known of an attempt and who said so. Entries are added; those that authorised nothing may go when there are too
-- many, and none is ever changed.
CREATE TABLE attempt_evidence (
    authority INTEGER NOT NULL,
    attempt TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    generation INTEGER NOT NULL,
    source TEXT,
    summary TEXT,
    observed_at TEXT,
    code TEXT,
    PRIMARY KEY (authority, attempt, number),
    CHECK ((source IS NULL) = (summary IS NULL) AND (source IS NULL) = (observed_at IS NULL)),
    CHECK (code IS NULL OR source IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER evidence_is_not_changed BEFORE UPDATE ON attempt_evidence BEGIN SELECT RAISE(ABORT, 'evidence is never changed'); END;

-- Number 0: the outcome that was accepted; from 1: answers that came too late.
CREATE TABLE attempt_outcome (
    authority INTEGER NOT NULL,
    attempt TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    content TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (authority, attempt, number)
) STRICT, WITHOUT ROWID;
