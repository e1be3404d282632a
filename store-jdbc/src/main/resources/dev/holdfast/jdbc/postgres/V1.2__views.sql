-- Views for people and their tools, schema 1.2. Tables may change with any release; these keep their columns.

-- Every unit that is kept, live or ended.
CREATE VIEW work AS
SELECT u.seq, p.name AS pool, u.id, u.idempotency_key, k.band, k.name AS fairness_key, e.text AS eligibility, l.needs,
    CASE u.state WHEN 1 THEN 'CLAIMED' WHEN 2 THEN 'UNCERTAIN' ELSE 'QUEUED' END AS status,
    CASE WHEN u.state IN (0, 9) THEN to_timestamp(u.state_at / 1e6) END AS due_at,
    to_timestamp(u.admitted_at / 1e6) AS admitted_at, NULL::timestamptz AS ended_at,
    w.name AS worker, u.fence, u.attempts, u.losses, u.reason, u.cancel_reason
FROM unit u
JOIN pool p ON p.id = u.pool JOIN lane l ON l.id = u.lane
JOIN fairness_key k ON k.id = l.fairness_key JOIN eligibility e ON e.id = l.eligibility
LEFT JOIN worker w ON w.id = u.worker
UNION ALL
SELECT u.seq, p.name, u.id, u.idempotency_key, k.band, k.name, e.text, l.needs,
    CASE u.state WHEN 3 THEN 'SUCCEEDED' WHEN 4 THEN 'FAILED' WHEN 5 THEN 'CANCELLED' ELSE 'POISONED' END,
    NULL, to_timestamp(u.admitted_at / 1e6), to_timestamp(u.state_at / 1e6),
    w.name, u.fence, u.attempts, u.losses, u.reason, u.cancel_reason
FROM unit_history u
JOIN pool p ON p.id = u.pool JOIN lane l ON l.id = u.lane
JOIN fairness_key k ON k.id = l.fairness_key JOIN eligibility e ON e.id = l.eligibility
LEFT JOIN worker w ON w.id = u.worker;

-- What keeps queued units waiting, by the place of their lane: not due, in the order, or parked on what it lacks.
CREATE VIEW waiting_because AS
SELECT p.name AS pool, k.band, k.name AS fairness_key, e.text AS eligibility, l.needs, count(*) AS units,
    CASE WHEN u.state = 9 THEN 'NOT_DUE' WHEN t.phase = 2 THEN 'LACKS' ELSE 'IN_ORDER' END AS because,
    CASE WHEN u.state = 0 THEN t.lacking END AS lacking,
    to_timestamp(min(u.state_at) / 1e6) AS oldest_due_at
FROM unit u
JOIN pool p ON p.id = u.pool JOIN lane l ON l.id = u.lane
JOIN fairness_key k ON k.id = l.fairness_key JOIN eligibility e ON e.id = l.eligibility
LEFT JOIN turn t ON t.lane = u.lane
WHERE u.state IN (0, 9)
GROUP BY p.name, k.band, k.name, e.text, l.needs, 7, 8;

-- Units by status, and what their claims use; what is still in the inbox is counted in.
CREATE VIEW pool_usage AS
SELECT p.name AS pool, 'units'::text AS what,
    (ARRAY['QUEUED', 'CLAIMED', 'UNCERTAIN', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'POISONED'])[z.o] AS name, sum(z.v)::bigint AS amount
FROM (SELECT pool, counts FROM pool_log UNION ALL SELECT pool, counts FROM inbox) x
JOIN pool p ON p.id = x.pool CROSS JOIN LATERAL unnest(x.counts) WITH ORDINALITY z (v, o)
GROUP BY p.name, z.o
UNION ALL
SELECT p.name, 'account', x.account, sum(x.amount)::bigint
FROM (
    SELECT pool, account, used AS amount FROM account_log
    UNION ALL
    SELECT i.pool, z.account, z.amount FROM inbox i CROSS JOIN LATERAL unnest(i.accounts, i.amounts) z (account, amount)
) x JOIN pool p ON p.id = x.pool
GROUP BY p.name, x.account HAVING sum(x.amount) <> 0;
