-- What operators did, schema 1.7.

-- One row an action that changed something, written by the transaction of the action.
CREATE TABLE audit (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at bigint NOT NULL,
    actor text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL,
    act text COLLATE "C" NOT NULL,
    sort text COLLATE "C" NOT NULL CHECK (sort IN ('WORK', 'POOL', 'WORKER')),
    subject text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL
);

CREATE INDEX audit_subject ON audit (subject, sort, id);

CREATE FUNCTION audit_stays_v1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit is only added to' USING ERRCODE = '23514';
END $$;

CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION audit_stays_v1();

-- Redrives left a trace before there was an audit.
INSERT INTO audit (at, actor, reason, act, sort, subject, outcome)
SELECT l.redriven_at, l.redriven_by, l.redriven_reason, 'REDRIVE', 'WORK', u.id, 'redriven: life ' || l.life + 1
FROM past_life l JOIN (SELECT seq, id FROM unit UNION ALL SELECT seq, id FROM unit_history) u ON u.seq = l.seq
ORDER BY l.redriven_at, l.seq, l.life;

-- Stable, like the views of schema 1.2.
CREATE VIEW audit_trail AS
SELECT id, to_timestamp(at / 1e6) AS at, actor, reason, act, sort, subject, outcome FROM audit;

-- Every claim that a unit ever had, with how it ended; `ended_at` is empty while it is live.
CREATE VIEW work_claims AS
SELECT u.seq, u.id, p.life, p.attempt, p.fence, w.name AS worker, to_timestamp(q.claimed_at / 1e6) AS claimed_at,
    to_timestamp(p.begun_at / 1e6) AS begun_at, to_timestamp(p.ended_at / 1e6) AS ended_at, p.how,
    p.late IS NOT NULL AS answered_late, p.resolution IS NOT NULL AS resolved
FROM past_claim p
JOIN (SELECT seq, id FROM unit UNION ALL SELECT seq, id FROM unit_history) u ON u.seq = p.seq
JOIN claim_request q ON q.id = p.request JOIN worker w ON w.id = q.worker
UNION ALL
SELECT u.seq, u.id, u.life, u.attempt, u.fence, w.name, to_timestamp(q.claimed_at / 1e6), to_timestamp(u.begun_at / 1e6),
    to_timestamp(u.ended_at / 1e6), CASE WHEN u.ended_at IS NOT NULL THEN 'ANSWERED' END, false, false
FROM (
    SELECT seq, id, life, attempt, fence, request, begun_at, NULL::bigint AS ended_at FROM unit
    UNION ALL
    SELECT seq, id, life, attempt, fence, request, begun_at, state_at FROM unit_history
) u
JOIN claim_request q ON q.id = u.request JOIN worker w ON w.id = q.worker
WHERE u.fence IS NOT NULL;
