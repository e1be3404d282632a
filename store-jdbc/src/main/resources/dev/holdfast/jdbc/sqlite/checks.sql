-- Rows that must not be: a code, and what is wrong with the row. Each query gets a LIMIT behind it.

SELECT 'claim', 'unit ' || w.seq || ' is in state ' || w.state || ' and its claim columns do not fit that'
FROM work w
WHERE (w.state = 1) <> (w.held_by IS NOT NULL)
OR (w.state = 1 AND (w.fence IS NULL OR w.request IS NULL))
OR (w.state NOT IN (1, 3) AND w.fence IS NOT NULL)
OR (w.fence IS NOT NULL AND NOT EXISTS (SELECT 1 FROM claim_request q WHERE q.id = w.request));

SELECT 'claim', 'unit ' || p.seq || ' has an ended claim ' || p.fence || ' of no known request or life'
FROM past_claim p
WHERE NOT EXISTS (SELECT 1 FROM claim_request q WHERE q.id = p.request)
OR NOT EXISTS (SELECT 1 FROM work w WHERE w.seq = p.seq AND p.life <= w.life);

SELECT 'fence', 'pool ' || pool || ' issued fence ' || fence || ' ' || count(*) || ' times'
FROM (
    SELECT pool, fence FROM work WHERE fence IS NOT NULL
    UNION ALL
    SELECT w.pool, p.fence FROM past_claim p JOIN work w ON w.seq = p.seq
)
GROUP BY pool, fence HAVING count(*) > 1;

SELECT 'fence', 'unit ' || w.seq || ' has fence ' || w.fence || ' below that of an older claim'
FROM work w JOIN past_claim p ON p.seq = w.seq
WHERE w.fence <= p.fence;

SELECT 'fence', 'pool ' || o.name || ' has a claim of fence ' || f.fence || ' beyond its counter ' || o.counter
FROM (SELECT pool, fence FROM work WHERE held_by IS NOT NULL) f JOIN pool o ON o.id = f.pool
WHERE (f.fence & 281474976710655) > o.counter;

SELECT 'place', 'unit ' || w.seq || ' is in state ' || w.state || ' and would not be found by it'
FROM work w
WHERE (w.state = 0) <> ((w.waits_in IS NOT NULL) <> (w.due_at IS NOT NULL))
OR w.waits_in <> w.lane
OR w.due_at <> w.state_at
OR (w.state = 0 AND w.late_after IS NOT w.start_by)
OR (w.state <> 0 AND w.late_after IS NOT NULL)
OR w.unusual IS NOT CASE WHEN w.state IN (2, 4, 5, 6, 7) THEN w.state END;

SELECT 'hold', 'unit ' || w.seq || ' is held and has what only promoted units have, or says nothing of its end'
FROM work w
WHERE w.unusual = 7 AND (
    w.start_by IS NOT NULL OR w.attempts + w.losses <> 0 OR w.cancel_at IS NOT NULL
    OR w.moved_by NOT IN ('PROMOTE', 'WITHDRAW'));

SELECT 'lane', 'unit ' || w.seq || ' waits in lane ' || l.id || ', which no claim looks at'
FROM work w
JOIN lane l ON l.id = w.waits_in
JOIN eligibility e ON e.id = l.eligibility
WHERE (l.phase = 0 OR e.class IS NULL) AND w.start_by IS NULL;

SELECT 'lane', 'unit ' || w.seq || ' names lane ' || w.lane || ', which is none of its pool'
FROM work w LEFT JOIN lane l ON l.id = w.lane
WHERE l.pool IS NOT w.pool;

SELECT 'lane', 'lane ' || l.id || ' is blocked and not parked, or not by all that says since when'
FROM lane l
WHERE (l.blocked_grant IS NOT NULL AND l.phase <> 2)
OR (l.blocked_grant IS NULL) <> (l.blocked_at IS NULL) OR (l.blocked_grant IS NULL) <> (l.blocked_seq IS NULL);

SELECT 'lane', 'lane ' || l.id || ' is blocked since grant ' || l.blocked_grant || ', beyond the counter of its pool ' || p.counter
FROM lane l JOIN pool p ON p.id = l.pool
WHERE l.blocked_grant > p.counter;

SELECT 'reservation', 'pool ' || p.name || ' has a reservation for a unit that was never there'
FROM pool p
WHERE p.reservation IS NOT NULL
AND NOT EXISTS (SELECT 1 FROM work w WHERE w.seq = CAST(p.reservation AS INTEGER) AND w.pool = p.id);

SELECT 'lane', 'fairness key "' || fairness_key || '" of band ' || band || ' in pool ' || pool || ' has several tags'
FROM lane
GROUP BY pool, band, fairness_key HAVING min(tag) <> max(tag);

SELECT 'unit', 'unit ' || w.seq || ' has no submission'
FROM work w LEFT JOIN submission s ON s.seq = w.seq
WHERE s.seq IS NULL;

SELECT 'unit', 'submission ' || s.seq || ' has no unit'
FROM submission s LEFT JOIN work w ON w.seq = s.seq
WHERE w.seq IS NULL;

SELECT 'unit', 'unit ' || r.seq || ' has a result and has not succeeded'
FROM result r LEFT JOIN work w ON w.seq = r.seq
WHERE w.state IS NOT 3;

SELECT 'key', 'key "' || k.idempotency_key || '" leads to unit ' || k.seq || ', which has another key'
FROM idempotency_key k LEFT JOIN submission s ON s.seq = k.seq
WHERE s.idempotency_key IS NOT k.idempotency_key;

SELECT 'life', 'unit ' || w.seq || ' is in life ' || w.life || ' and has ' || count(l.life) || ' before that'
FROM work w LEFT JOIN past_life l ON l.seq = w.seq AND l.life < w.life
WHERE w.life > 1
GROUP BY w.seq, w.life HAVING count(l.life) <> w.life - 1;

SELECT 'life', 'unit ' || l.seq || ' has a life ' || l.life || ' that is over and none after it'
FROM past_life l
WHERE NOT EXISTS (SELECT 1 FROM work w WHERE w.seq = l.seq AND w.life > l.life);

-- The key of an inquiry is the fence that it asks about; nobody else can have such keys.
WITH asked AS MATERIALIZED (
    SELECT o.pool, s.idempotency_key AS name FROM submission s JOIN work o ON o.seq = s.seq
    WHERE s.idempotency_key >= 'reconcile/' AND s.idempotency_key < 'reconcile0' AND o.state IN (0, 1, 6)
)
SELECT 'inquiry', 'unit ' || w.seq || ' is uncertain about fence ' || w.question || ' and nobody asks what became of it'
FROM work w
WHERE w.state = 2 AND (w.pool, 'reconcile/' || (w.question >> 48) || '.' || (w.question & 281474976710655)) NOT IN (
    SELECT pool, name FROM asked);

WITH open AS MATERIALIZED (
    SELECT pool, 'reconcile/' || (question >> 48) || '.' || (question & 281474976710655) AS name FROM work WHERE state = 2
)
SELECT 'inquiry', 'unit ' || o.seq || ' asks a question that is not open: ' || s.idempotency_key
FROM submission s JOIN work o ON o.seq = s.seq
WHERE s.idempotency_key >= 'reconcile/' AND s.idempotency_key < 'reconcile0'
AND (o.state = 0 OR (o.state = 1 AND o.cancel_at IS NULL))
AND (o.pool, s.idempotency_key) NOT IN (SELECT pool, name FROM open);

SELECT 'audit', 'entry ' || a.id || ' says that unit ' || s.seq || ' was redriven, and it has no life that was followed so'
FROM audit a JOIN submission s ON s.authority = a.authority AND s.id = a.subject
WHERE a.act = 'REDRIVE' AND a.sort = 'WORK'
AND NOT EXISTS (SELECT 1 FROM past_life l WHERE l.seq = s.seq AND l.redriven_at = a.at);

SELECT 'audit', 'entry ' || a.id || ' says that unit ' || s.seq || ' was redacted, and its payload is there'
FROM audit a JOIN submission s ON s.authority = a.authority AND s.id = a.subject
WHERE a.act = 'REDACT' AND a.sort = 'WORK' AND s.media_type <> 'application/x-holdfast-redacted';

SELECT 'schedule', 'schedule "' || s.name || '" submits to pool ' || s.pool || ', which is not there'
FROM schedule s LEFT JOIN pool p ON p.id = s.pool AND p.authority = s.authority
WHERE p.id IS NULL;

SELECT 'schedule', 'schedule "' || s.name || '" has a tick that waits, at ' || s.waiting_at || ', and one that is newer, at '
    || s.newest_at
FROM schedule s
WHERE s.waiting_at <= s.newest_at;

-- Nobody else can have such keys.
SELECT 'schedule', 'unit ' || u.seq || ' is what schedule "' || s.name || '" submitted last, and has the key '
    || u.idempotency_key
FROM schedule s JOIN submission u ON u.authority = s.authority AND u.id = s.last
WHERE u.idempotency_key NOT LIKE 'schedule/%';

-- Attempts: what one row cannot say of another. What a series must be like is for the rules to say.
SELECT 'attempt', 'owner "' || s.owner || '" has ' || s.length || ' attempts, and the last of them is not "' || s.active || '"'
FROM attempt_series s LEFT JOIN attempt a ON a.authority = s.authority AND a.id = s.active AND a.owner = s.owner AND a.ordinal = s.length
WHERE a.id IS NULL;

SELECT 'attempt', 'attempt "' || a.id || '" is number ' || a.ordinal || ' of "' || a.owner || '", who has fewer'
FROM attempt a LEFT JOIN attempt_series s ON s.authority = a.authority AND s.owner = a.owner AND s.length >= a.ordinal
WHERE s.owner IS NULL;

SELECT 'attempt', 'attempt "' || a.id || '" is looked for at ' || coalesce(a.due_at, 0) || ' and not when time changes it'
FROM attempt a
WHERE a.due_at IS NOT CASE WHEN a.settled IS NULL THEN (
    SELECT min(m.at) FROM (
        SELECT a.bootstrap_until at WHERE a.generation = 0
        UNION ALL SELECT a.endpoint_at WHERE a.endpoint = 'REGISTERED'
        UNION ALL SELECT o.until FROM attempt_operation o WHERE o.authority = a.authority AND o.attempt = a.id AND o.state = 'ACTIVE'
    ) m) END;

SELECT 'attempt', 'what is owed for attempt "' || p.attempt || '" is not found, or what is not owed is'
FROM attempt_provider p LEFT JOIN attempt a ON a.authority = p.authority AND a.id = p.attempt
WHERE a.id IS NULL OR p.created_at <> a.created_at OR p.is_open <> (a.settled IS NULL OR p.completed_by IS NULL);

SELECT 'attempt', 'attempt "' || a.id || '" is settled as ' || coalesce(a.settled, 'nothing') || ' and that does not go with its outcome'
FROM attempt a LEFT JOIN attempt_outcome o ON o.authority = a.authority AND o.attempt = a.id AND o.number = 0
WHERE (coalesce(a.settled, '') = 'OUTCOME') <> (o.attempt IS NOT NULL);

SELECT 'attempt', 'there are ' || x.what || ' of attempt "' || x.attempt || '", which is not there'
FROM (
    SELECT DISTINCT authority, 'operations' what, o.attempt FROM attempt_operation o
    UNION ALL SELECT DISTINCT authority, 'evidence', e.attempt FROM attempt_evidence e
    UNION ALL SELECT DISTINCT authority, 'outcomes', t.attempt FROM attempt_outcome t
) x LEFT JOIN attempt a ON a.authority = x.authority AND a.id = x.attempt
WHERE a.id IS NULL;

SELECT 'event', 'the feed tells that unit "' || s.id || '" has ended in life ' || e.life || ', and it has not, or in another way'
FROM event e JOIN work w ON w.seq = e.seq JOIN submission s ON s.seq = e.seq
WHERE e.sort = 'ENDED' AND (w.life < e.life OR w.life = e.life AND w.state <> e.state);

SELECT 'event', 'the feed tells the end of life ' || e.life || ' of unit ' || e.seq || ' ' || count(*) || ' times'
FROM event e WHERE e.sort = 'ENDED' GROUP BY e.seq, e.life HAVING count(*) > 1;
