-- Execution attempts, schema 1.18.

-- One row an owner. A successor is saved only to the length that its creator saw.
CREATE TABLE attempt_series (
    owner text COLLATE "C" PRIMARY KEY,
    active text COLLATE "C" NOT NULL,
    length int NOT NULL CHECK (length > 0)
);

-- One row an attempt: its answer, and what may still start here. Saved only to the version that was decided on. instruction,
-- fenced and control: texts that only the rules look into. logged: how many entries of evidence there ever were. due_at: when
-- time alone changes something.
CREATE TABLE attempt (
    id text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    ordinal int NOT NULL,
    predecessor text COLLATE "C",
    retry_budget int NOT NULL,
    request_key text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    bootstrap_until bigint NOT NULL,
    instruction text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    settled text COLLATE "C" CHECK (
        settled IN ('OUTCOME', 'ABANDONED', 'INFRASTRUCTURE_FAILURE', 'CANCELLED', 'SUPERSEDED', 'TIMED_OUT')),
    settled_at bigint,
    settled_by int,
    after_cancel boolean NOT NULL,
    gate_open boolean NOT NULL,
    generation bigint NOT NULL,
    endpoint text COLLATE "C" NOT NULL CHECK (endpoint IN ('NONE', 'REGISTERED', 'LOST')),
    incarnation text COLLATE "C",
    endpoint_at bigint,
    ready_by text COLLATE "C",
    ready_at bigint,
    fenced text COLLATE "C",
    last_completed text COLLATE "C",
    cancel_key text COLLATE "C",
    cancelled_at bigint,
    cancel_reason text COLLATE "C",
    control text COLLATE "C",
    logged int NOT NULL,
    due_at bigint,
    CHECK ((settled IS NULL) = (settled_at IS NULL) AND (settled IS NULL) = (settled_by IS NULL)),
    CHECK (settled IS NULL OR NOT gate_open),
    CHECK (settled IS NULL OR due_at IS NULL),
    CHECK ((endpoint = 'NONE') = (incarnation IS NULL) AND (incarnation IS NULL) = (endpoint_at IS NULL)),
    CHECK ((ready_by IS NULL) = (ready_at IS NULL) AND (ready_by IS NULL OR endpoint = 'REGISTERED'))
);

CREATE UNIQUE INDEX attempt_request ON attempt (owner, request_key);
CREATE UNIQUE INDEX attempt_ordinal ON attempt (owner, ordinal);
CREATE INDEX attempt_due ON attempt (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX attempt_settled ON attempt (settled_at) WHERE settled_at IS NOT NULL;

-- Who may act on the infrastructure of an attempt, and what is owed there. held_until: empty when nobody has it; then the
-- controller is the last one. is_open: something is owed.
CREATE TABLE attempt_provider (
    attempt text COLLATE "C" PRIMARY KEY,
    stage text COLLATE "C" NOT NULL CHECK (stage IN ('PROVISIONING', 'ALLOCATED', 'TERMINATED')),
    provider text COLLATE "C" NOT NULL,
    lifetime text COLLATE "C" NOT NULL,
    provisioner text COLLATE "C" NOT NULL,
    environment text COLLATE "C" NOT NULL,
    labels text COLLATE "C",
    request_key text COLLATE "C" NOT NULL,
    started_at bigint NOT NULL,
    generation bigint NOT NULL,
    controller text COLLATE "C" NOT NULL,
    secret bytea NOT NULL,
    held_until bigint,
    failures int NOT NULL,
    due_at bigint NOT NULL,
    completed_by int,
    allocation text COLLATE "C",
    claimable boolean NOT NULL,
    terminated_by int,
    created_at bigint NOT NULL,
    is_open boolean NOT NULL,
    CHECK ((stage = 'PROVISIONING') = (allocation IS NULL)),
    CHECK ((stage = 'TERMINATED') = (terminated_by IS NOT NULL)),
    CHECK (NOT claimable OR stage = 'ALLOCATED')
);

CREATE INDEX attempt_open ON attempt_provider (due_at, created_at, attempt) WHERE is_open;

-- Every operation that was ever admitted: its key is known for as long as the attempt.
CREATE TABLE attempt_operation (
    attempt text COLLATE "C" NOT NULL,
    number int NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    admission_key text COLLATE "C" NOT NULL,
    generation bigint NOT NULL,
    admitted_at bigint NOT NULL,
    until bigint,
    resumable boolean NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('ACTIVE', 'COMPLETED', 'PREPARED', 'LOST', 'RECLAIMED')),
    state_at bigint,
    lost_by int,
    prepared text COLLATE "C",
    PRIMARY KEY (attempt, number),
    CHECK ((state = 'ACTIVE') = (state_at IS NULL)),
    CHECK ((state = 'PREPARED') = (prepared IS NOT NULL)),
    CHECK ((state = 'LOST') = (lost_by IS NOT NULL))
);

CREATE UNIQUE INDEX attempt_operation_id ON attempt_operation (attempt, id);
CREATE UNIQUE INDEX attempt_operation_key ON attempt_operation (attempt, admission_key);
CREATE UNIQUE INDEX attempt_operation_active ON attempt_operation (attempt) WHERE state = 'ACTIVE';

-- What is known of an attempt and who said so. Entries are added; those that authorised nothing may go when there are too
-- many, and none is ever changed.
CREATE TABLE attempt_evidence (
    attempt text COLLATE "C" NOT NULL,
    number int NOT NULL,
    at bigint NOT NULL,
    what text COLLATE "C" NOT NULL,
    generation bigint NOT NULL,
    source text COLLATE "C",
    summary text COLLATE "C",
    observed_at text COLLATE "C",
    code text COLLATE "C",
    PRIMARY KEY (attempt, number),
    CHECK ((source IS NULL) = (summary IS NULL) AND (source IS NULL) = (observed_at IS NULL)),
    CHECK (code IS NULL OR source IS NOT NULL)
);

CREATE FUNCTION evidence_stays_v18() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'evidence is never changed' USING ERRCODE = '23514';
END $$;

CREATE TRIGGER evidence_stays BEFORE UPDATE ON attempt_evidence
FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays_v18();

-- Number 0: the outcome that was accepted; from 1: answers that came too late.
CREATE TABLE attempt_outcome (
    attempt text COLLATE "C" NOT NULL,
    number int NOT NULL,
    at bigint NOT NULL,
    content text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (attempt, number)
);
