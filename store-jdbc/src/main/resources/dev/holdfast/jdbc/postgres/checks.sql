-- Rows that must not be: a code, and what is wrong with the row. Each query gets a LIMIT behind it.
--
-- Whoever changes units without the pool's lock tells the inbox in the same transaction; what a change in the inbox names
-- need not hold yet. Changes that the newest fold has passed over do not count: nobody will read them. Units that may
-- start no more wait for a sweep, not for a claim.

SELECT 'claim', 'unit ' || u.seq || ' is in state ' || u.state || ' and its claim columns do not fit that'
FROM $.unit u
WHERE (u.state = 1) <> (u.fence IS NOT NULL)
OR (u.state = 1) <> (u.worker IS NOT NULL AND u.request IS NOT NULL AND u.attempt IS NOT NULL)
OR (u.state <> 1 AND coalesce(u.worker, u.request, u.attempt, u.run_until, u.begun_at) IS NOT NULL)
OR (u.state = 2 AND u.question IS NULL)
OR (u.state = 1 AND NOT EXISTS (
    SELECT FROM $.claim_request q WHERE q.id = u.request AND q.pool = u.pool AND q.worker = u.worker));

SELECT 'claim', 'unit ' || u.seq || ' has ended in state ' || u.state || ' and its claim columns do not fit that'
FROM $.unit_history u
WHERE u.fence IS NOT NULL
AND (u.state <> 3 OR NOT EXISTS (SELECT FROM $.claim_request q WHERE q.id = u.request AND q.pool = u.pool));

SELECT 'claim', 'unit ' || p.seq || ' has an ended claim ' || p.fence || ' of no known request or life'
FROM $.past_claim p LEFT JOIN (
    SELECT seq, life FROM $.unit UNION ALL SELECT seq, life FROM $.unit_history
) u ON u.seq = p.seq AND u.life >= p.life
WHERE u.seq IS NULL OR NOT EXISTS (SELECT FROM $.claim_request q WHERE q.id = p.request);

SELECT 'claim', 'worker ' || w.name || ' holds unit ' || u.seq || ' by a claim below its mark ' || m.held_from
FROM $.unit u JOIN $.worker_pool m ON m.pool = u.pool AND m.worker = u.worker JOIN $.worker w ON w.id = u.worker
WHERE u.state = 1 AND u.fence < m.held_from;

SELECT 'worker', 'worker ' || w.name || ' has no lease'
FROM $.worker w LEFT JOIN $.worker_lease l ON l.worker = w.id
WHERE l.worker IS NULL;

SELECT 'fence', 'pool ' || o.name || ' issued fence ' || f.fence || ' ' || count(*) || ' times'
FROM (
    SELECT pool, fence FROM $.unit WHERE fence IS NOT NULL
    UNION ALL SELECT pool, fence FROM $.unit_history WHERE fence IS NOT NULL
    UNION ALL SELECT q.pool, p.fence FROM $.past_claim p JOIN $.claim_request q ON q.id = p.request
) f JOIN $.pool o ON o.id = f.pool
GROUP BY o.name, f.fence HAVING count(*) > 1;

SELECT 'fence', 'unit ' || u.seq || ' has fence ' || u.fence || ' below that of an older claim'
FROM (SELECT seq, fence FROM $.unit UNION ALL SELECT seq, fence FROM $.unit_history) u
JOIN $.past_claim p ON p.seq = u.seq
WHERE u.fence <= p.fence;

SELECT 'fence', 'pool ' || o.name || ' has a claim of fence ' || f.fence || ' beyond its counter ' || l.counter
FROM (
    SELECT pool, fence FROM $.unit WHERE fence IS NOT NULL
    UNION ALL SELECT pool, fence FROM $.unit_history WHERE fence IS NOT NULL
    UNION ALL SELECT q.pool, p.fence FROM $.past_claim p JOIN $.claim_request q ON q.id = p.request
) f JOIN $.pool o ON o.id = f.pool JOIN $.pool_log l ON l.pool = f.pool
WHERE (f.fence & 281474976710655) > l.counter;

SELECT 'fence', 'unit ' || u.seq || ' has fence ' || u.fence || ' of epoch ' || (u.fence >> 48) || ', the ledger is in ' || a.epoch
FROM (SELECT seq, fence FROM $.unit UNION ALL SELECT seq, fence FROM $.unit_history) u CROSS JOIN $.authority a
WHERE (u.fence >> 48) > a.epoch;

SELECT 'log', 'lane ' || l.id || ' has ' || count(t.lane) || ' turns'
FROM $.lane l LEFT JOIN $.turn t ON t.lane = l.id
GROUP BY l.id HAVING count(t.lane) <> 1;

SELECT 'log', 'pool ' || o.name || ' has ' || count(l.pool) || ' rows in its log'
FROM $.pool o LEFT JOIN $.pool_log l ON l.pool = o.id
GROUP BY o.name HAVING count(l.pool) <> 1;

SELECT 'log', 'account "' || a.account || '" of pool ' || o.name || ' has ' || count(*) || ' rows'
FROM $.account_log a JOIN $.pool o ON o.id = a.pool
GROUP BY o.name, a.account HAVING count(*) > 1;

SELECT 'inbox', 'pool ' || o.name || ' has ' || count(*) || ' changes in its inbox that its newest fold passed over'
FROM $.inbox i JOIN $.pool o ON o.id = i.pool JOIN $.pool_log l ON l.pool = i.pool
WHERE pg_visible_in_snapshot(i.xid, l.mark)
GROUP BY o.name;

SELECT 'inbox', 'pool ' || o.name || ' will pass over changes: its newest fold is ahead of this server''s transactions'
FROM $.pool_log l JOIN $.pool o ON o.id = l.pool
WHERE pg_snapshot_xmax(l.mark) > pg_snapshot_xmax(pg_current_snapshot());

SELECT 'lane', 'unit ' || u.seq || ' names lane ' || u.lane || ', which is none of its pool'
FROM (SELECT seq, pool, lane FROM $.unit UNION ALL SELECT seq, pool, lane FROM $.unit_history) u
LEFT JOIN $.lane l ON l.id = u.lane LEFT JOIN $.fairness_key k ON k.id = l.fairness_key
WHERE k.pool IS DISTINCT FROM u.pool;

SELECT 'lane', 'the turn of lane ' || t.lane || ' is not of its pool, key, eligibility or band'
FROM $.turn t LEFT JOIN $.lane l ON l.id = t.lane LEFT JOIN $.fairness_key k ON k.id = l.fairness_key
WHERE (t.pool, t.fairness_key, t.eligibility, t.band, t.key_order)
IS DISTINCT FROM (k.pool, k.id, l.eligibility, k.band, k.key_order);

SELECT 'lane', 'fairness key "' || k.name || '" of band ' || k.band || ' in pool ' || o.name || ' has several tags'
FROM $.turn t JOIN $.fairness_key k ON k.id = t.fairness_key JOIN $.pool o ON o.id = k.pool
GROUP BY o.name, k.band, k.name HAVING min(t.tag) <> max(t.tag);

WITH waiting AS MATERIALIZED (
    SELECT u.lane, min(u.seq) seq FROM $.unit u JOIN $.pool_log o ON o.pool = u.pool
    WHERE u.state = 0 AND (u.start_by IS NULL OR u.start_by >= greatest(o.time, $.now_v1(NULL))) GROUP BY u.lane
), named AS MATERIALIZED (
    SELECT DISTINCT z.lane FROM $.inbox i JOIN $.pool_log o ON o.pool = i.pool CROSS JOIN LATERAL unnest(i.lanes) z (lane)
    WHERE NOT pg_visible_in_snapshot(i.xid, o.mark)
)
SELECT 'lane', 'unit ' || w.seq || ' waits in lane ' || w.lane || ', which no claim looks at'
FROM waiting w JOIN $.lane l ON l.id = w.lane JOIN $.eligibility e ON e.id = l.eligibility
LEFT JOIN $.turn t ON t.lane = w.lane
WHERE (e.class IS NULL OR coalesce(t.phase, 0) = 0) AND w.lane NOT IN (SELECT n.lane FROM named n);

WITH waiting AS MATERIALIZED (
    SELECT u.lane, min(u.seq) seq FROM $.unit u JOIN $.pool_log o ON o.pool = u.pool
    WHERE u.state = 0 AND (u.start_by IS NULL OR u.start_by >= greatest(o.time, $.now_v1(NULL))) GROUP BY u.lane
), named AS MATERIALIZED (
    SELECT z.lane, min(z.head) head FROM $.inbox i JOIN $.pool_log o ON o.pool = i.pool
    CROSS JOIN LATERAL unnest(i.lanes, i.heads) z (lane, head)
    WHERE NOT pg_visible_in_snapshot(i.xid, o.mark) GROUP BY z.lane
)
SELECT 'lane', 'unit ' || w.seq || ' waits in lane ' || w.lane || ' before its head ' || t.head
FROM waiting w JOIN $.turn t ON t.lane = w.lane LEFT JOIN named n ON n.lane = w.lane
WHERE t.phase <> 0 AND w.seq < t.head AND (n.head IS NULL OR n.head > w.seq);

SELECT 'lane', 'lane ' || t.lane || ' of tag ' || t.tag || ' is below the floor of its class and band'
FROM $.turn t JOIN $.pool_log o ON o.pool = t.pool
LEFT JOIN LATERAL unnest(o.floor_of, o.floor_at) f (f_of, f_at) ON f.f_of = t.eligibility * 8 + t.band
WHERE t.phase = 1 AND (f.f_at IS NULL OR f.f_at > t.tag);

SELECT 'lane', 'lane ' || t.lane || ' is parked and does not say on what'
FROM $.turn t
WHERE t.phase = 2 AND (t.lacking IS NULL OR t.fits_at IS NULL);

SELECT 'lane', 'lane ' || t.lane || ' is blocked and not parked'
FROM $.turn t
WHERE t.blocked IS NOT NULL AND t.phase <> 2;

SELECT 'lane', 'lane ' || t.lane || ' is blocked since grant ' || t.blocked[1] || ', beyond the counter of its pool '
    || o.counter
FROM $.turn t JOIN $.pool_log o ON o.pool = t.pool
WHERE t.blocked[1] > o.counter;

-- The text begins with the unit.
SELECT 'reservation', 'pool ' || p.name || ' has a reservation for unit ' || coalesce(p.reserved::text, 'none') || ' that says '
    || coalesce(split_part(p.reservation, E'\t', 1), 'none')
FROM $.pool p
WHERE p.reserved::text IS DISTINCT FROM split_part(p.reservation, E'\t', 1);

SELECT 'unit', 'unit ' || u.seq || ' is there ' || count(*) || ' times'
FROM (SELECT seq FROM $.unit UNION ALL SELECT seq FROM $.unit_history) u
GROUP BY u.seq HAVING count(*) > 1;

SELECT 'unit', 'id "' || i.id || '" leads to unit ' || i.seq || ', which is not there'
FROM $.unit_id i LEFT JOIN (SELECT seq FROM $.unit UNION ALL SELECT seq FROM $.unit_history) u ON u.seq = i.seq
WHERE u.seq IS NULL;

SELECT 'unit', 'unit ' || u.seq || ' is not found by its id'
FROM (SELECT seq, id FROM $.unit UNION ALL SELECT seq, id FROM $.unit_history) u
LEFT JOIN $.unit_id i ON i.id = u.id AND i.seq = u.seq
WHERE i.id IS NULL;

SELECT 'key', 'unit ' || u.seq || ' is not found by its key "' || u.idempotency_key || '"'
FROM (SELECT seq, idempotency_key, id_given FROM $.unit UNION ALL SELECT seq, idempotency_key, id_given FROM $.unit_history) u
JOIN (SELECT seq, count(*) ids FROM $.unit_id GROUP BY seq) i ON i.seq = u.seq
WHERE i.ids <> 1 + u.id_given::int;

SELECT 'life', 'unit ' || u.seq || ' is in life ' || u.life || ' and has ' || count(l.life) || ' before that'
FROM (SELECT seq, life FROM $.unit UNION ALL SELECT seq, life FROM $.unit_history) u
LEFT JOIN $.past_life l ON l.seq = u.seq AND l.life < u.life
WHERE u.life > 1
GROUP BY u.seq, u.life HAVING count(l.life) <> u.life - 1;

SELECT 'life', 'unit ' || l.seq || ' has a life ' || l.life || ' that is over and none after it'
FROM $.past_life l LEFT JOIN (
    SELECT seq, life FROM $.unit UNION ALL SELECT seq, life FROM $.unit_history
) u ON u.seq = l.seq AND u.life > l.life
WHERE u.seq IS NULL;

-- The key of an inquiry is the fence that it asks about; nobody else can have such keys. One that was given up may have
-- been forgotten with its day, long after its question was asked.
WITH asked AS MATERIALIZED (
    SELECT pool, idempotency_key FROM $.unit WHERE idempotency_key LIKE 'reconcile/%'
    UNION ALL
    SELECT pool, idempotency_key FROM $.unit_history WHERE state = 6 AND idempotency_key LIKE 'reconcile/%'
)
SELECT 'inquiry', 'unit ' || u.seq || ' is uncertain about fence ' || u.question || ' and nobody asks what became of it'
FROM $.unit u JOIN $.pool_log o ON o.pool = u.pool
LEFT JOIN asked a ON a.pool = u.pool
    AND a.idempotency_key = 'reconcile/' || (u.question >> 48) || '.' || (u.question & 281474976710655)
WHERE u.state = 2 AND a.pool IS NULL AND u.state_at > o.time - 86400000000;

SELECT 'inquiry', 'unit ' || i.seq || ' asks a question that is not open: ' || i.idempotency_key
FROM $.unit i LEFT JOIN $.unit u ON u.pool = i.pool AND u.state = 2
    AND i.idempotency_key = 'reconcile/' || (u.question >> 48) || '.' || (u.question & 281474976710655)
WHERE i.idempotency_key LIKE 'reconcile/%' AND (i.state IN (0, 9) OR i.state = 1 AND i.cancel_at IS NULL)
AND u.seq IS NULL;

SELECT 'audit', 'entry ' || a.id || ' says that unit ' || u.seq || ' was redriven, and it has no life that was followed so'
FROM $.audit a JOIN $.unit_id i ON i.id = a.subject
JOIN (SELECT seq, id, admitted_at FROM $.unit UNION ALL SELECT seq, id, admitted_at FROM $.unit_history) u
ON u.seq = i.seq AND u.id = a.subject
WHERE a.act = 'REDRIVE' AND a.sort = 'WORK' AND u.admitted_at <= a.at
AND NOT EXISTS (SELECT FROM $.past_life l WHERE l.seq = u.seq AND l.redriven_at = a.at);

SELECT 'audit', 'entry ' || a.id || ' says that unit ' || u.seq || ' was redacted, and its payload is there'
FROM $.audit a JOIN $.unit_id i ON i.id = a.subject
JOIN (
    SELECT seq, id, admitted_at, media_type FROM $.unit UNION ALL SELECT seq, id, admitted_at, media_type FROM $.unit_history
) u ON u.seq = i.seq AND u.id = a.subject
WHERE a.act = 'REDACT' AND a.sort = 'WORK' AND u.admitted_at <= a.at AND u.media_type <> 'application/x-holdfast-redacted';

SELECT 'hold', 'unit ' || u.seq || ' is held and has what only promoted units have, or says nothing of its end'
FROM $.unit u
WHERE u.state = 7 AND (
    u.start_by IS NOT NULL OR u.attempts + u.losses <> 0 OR u.cancel_at IS NOT NULL
    OR u.moved_by NOT IN ('PROMOTE', 'WITHDRAW'));

SELECT 'schedule', 'schedule "' || s.name || '" submits to pool ' || s.pool || ', which is not there'
FROM $.schedule s LEFT JOIN $.pool p ON p.id = s.pool
WHERE p.id IS NULL;

-- Nobody else can have such keys. A unit that ended long ago may have been forgotten with its day.
SELECT 'schedule', 'schedule "' || s.name || '" has a tick that waits, at ' || s.waiting_at || ', and one that is newer, at '
    || s.newest_at
FROM $.schedule s
WHERE s.waiting_at <= s.newest_at;

SELECT 'schedule', 'unit ' || u.seq || ' is what schedule "' || s.name || '" submitted last, and has the key '
    || u.idempotency_key
FROM $.schedule s JOIN $.unit_id i ON i.id = s.last
JOIN (SELECT seq, idempotency_key FROM $.unit UNION ALL SELECT seq, idempotency_key FROM $.unit_history) u ON u.seq = i.seq
WHERE u.idempotency_key NOT LIKE 'schedule/%';

SELECT 'domain', 'pool ' || o.name || ' uses the shared domain "' || u.domain || '", which is not there'
FROM $.domain_use u JOIN $.pool o ON o.id = u.pool LEFT JOIN $.domain d ON d.name = u.domain AND d.pool IS NULL
WHERE d.name IS NULL;

SELECT 'domain', 'pool ' || o.name || ' uses other shared domains than its claims look at'
FROM $.pool o CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(replace(m[1], '\\', '\') ORDER BY replace(m[1], '\\', '\') COLLATE "C"), '{}') names
    FROM regexp_matches(o.policy, E'^sharedDomain\t([^\n]*)$', 'gn') m
) p
WHERE p.names <> coalesce(o.shared_domains, '{}')
OR p.names <> (SELECT coalesce(array_agg(u.domain ORDER BY u.domain), '{}') FROM $.domain_use u WHERE u.pool = o.id);

SELECT 'domain', 'shared domain "' || d.name || '" has a limit that claims do not look at: ' || replace(a.account, E'\t', ' ')
FROM $.domain d CROSS JOIN LATERAL (
    SELECT E'DOMAIN_CLAIMS\t' || replace(d.name, '\', '\\') || E'\tclaims'
    UNION ALL
    SELECT E'DOMAIN_RESOURCE\t' || replace(d.name, '\', '\\') || E'\t' || m[1]
    FROM regexp_matches(d.terms, E'^resource\t([^\t\n]*)\t[0-9]+$', 'gn') m
) a (account)
WHERE d.pool IS NULL AND NOT EXISTS (
    SELECT FROM $.domain_limit l WHERE l.domain = d.name AND l.account = a.account);

-- Attempts: what one row cannot say of another. What a series must be like is for the rules to say.
SELECT 'attempt', 'owner "' || s.owner || '" has ' || s.length || ' attempts, and the last of them is not "' || s.active || '"'
FROM $.attempt_series s LEFT JOIN $.attempt a ON a.id = s.active AND a.owner = s.owner AND a.ordinal = s.length
WHERE a.id IS NULL;

SELECT 'attempt', 'attempt "' || a.id || '" is number ' || a.ordinal || ' of "' || a.owner || '", who has fewer'
FROM $.attempt a LEFT JOIN $.attempt_series s ON s.owner = a.owner AND s.length >= a.ordinal
WHERE s.owner IS NULL;

SELECT 'attempt', 'attempt "' || a.id || '" is looked for at ' || coalesce(a.due_at, 0) || ' and not when time changes it'
FROM $.attempt a
WHERE a.due_at IS DISTINCT FROM CASE WHEN a.settled IS NULL THEN (
    SELECT min(m.at) FROM (
        SELECT a.bootstrap_until at WHERE a.generation = 0
        UNION ALL SELECT a.endpoint_at WHERE a.endpoint = 'REGISTERED'
        UNION ALL SELECT o.until FROM $.attempt_operation o WHERE o.attempt = a.id AND o.state = 'ACTIVE'
    ) m) END;

SELECT 'attempt', 'what is owed for attempt "' || p.attempt || '" is not found, or what is not owed is'
FROM $.attempt_provider p LEFT JOIN $.attempt a ON a.id = p.attempt
WHERE a.id IS NULL OR p.created_at <> a.created_at OR p.is_open <> (a.settled IS NULL OR p.completed_by IS NULL);

SELECT 'attempt', 'attempt "' || a.id || '" is settled as ' || coalesce(a.settled, 'nothing') || ' and that does not go with its outcome'
FROM $.attempt a LEFT JOIN $.attempt_outcome o ON o.attempt = a.id AND o.number = 0
WHERE (coalesce(a.settled, '') = 'OUTCOME') <> (o.attempt IS NOT NULL);

SELECT 'attempt', 'there are ' || x.what || ' of attempt "' || x.attempt || '", which is not there'
FROM (
    SELECT DISTINCT 'operations' what, o.attempt FROM $.attempt_operation o
    UNION ALL SELECT DISTINCT 'evidence', e.attempt FROM $.attempt_evidence e
    UNION ALL SELECT DISTINCT 'outcomes', t.attempt FROM $.attempt_outcome t
) x LEFT JOIN $.attempt a ON a.id = x.attempt
WHERE a.id IS NULL;

SELECT 'event', 'the feed tells that unit "' || e.work || '" has ended in life ' || e.life || ', and it has not, or in another way'
FROM $.event e
LEFT JOIN $.unit u ON u.seq = e.seq
LEFT JOIN $.unit_history h ON h.seq = e.seq
WHERE e.sort = 'ENDED' AND (u.life <= e.life OR h.life < e.life OR h.life = e.life AND h.state <> e.state);

SELECT 'event', 'the feed tells the end of life ' || e.life || ' of unit "' || e.work || '" ' || count(*) || ' times'
FROM $.event e WHERE e.sort = 'ENDED' GROUP BY e.seq, e.life, e.work HAVING count(*) > 1;

SELECT 'event', 'the feed has an event about unit "' || e.work || '" that it says it has forgotten'
FROM $.event e JOIN $.event_end f ON (e.place, e.id) <= (f.place, f.id);
