-- Rebuilds the derived state of one pool, whose lock is held. Each statement gets the pool's number; the order counts.

UPDATE $.turn t SET pool = k.pool, fairness_key = k.id, eligibility = l.eligibility, band = k.band, key_order = k.key_order
FROM $.lane l JOIN $.fairness_key k ON k.id = l.fairness_key
WHERE k.pool = ? AND t.lane = l.id AND (t.pool, t.fairness_key, t.eligibility, t.band, t.key_order)
IS DISTINCT FROM (k.pool, k.id, l.eligibility, k.band, k.key_order);

DELETE FROM $.turn t
WHERE t.pool = ? AND EXISTS (SELECT FROM $.turn x WHERE x.lane = t.lane AND (x.n, x.ctid) > (t.n, t.ctid));

INSERT INTO $.turn (lane, n, pool, fairness_key, eligibility, band, tag, key_order, phase, head)
SELECT l.id, o.n, k.pool, k.id, l.eligibility, k.band, coalesce((
    SELECT max(t.tag) FROM $.turn t WHERE t.fairness_key = k.id), o.clocks[k.band + 1], 0), k.key_order, 0, 0
FROM $.lane l JOIN $.fairness_key k ON k.id = l.fairness_key CROSS JOIN LATERAL (
    SELECT o.n, o.clocks FROM $.pool_log o WHERE o.pool = k.pool ORDER BY o.pool DESC, o.n DESC LIMIT 1
) o
WHERE k.pool = ? AND NOT EXISTS (SELECT FROM $.turn t WHERE t.lane = l.id);

DELETE FROM $.pool_log l
WHERE l.pool = ? AND EXISTS (SELECT FROM $.pool_log x WHERE x.pool = l.pool AND (x.n, x.ctid) > (l.n, l.ctid));

DELETE FROM $.account_log a
WHERE a.pool = ? AND EXISTS (
    SELECT FROM $.account_log x WHERE x.pool = a.pool AND x.account = a.account AND (x.n, x.ctid) > (a.n, a.ctid));

UPDATE $.pool_log l SET mark = '1:1:'
WHERE l.pool = ? AND (
    pg_snapshot_xmax(l.mark) > pg_snapshot_xmax(pg_current_snapshot())
    OR EXISTS (SELECT FROM $.inbox i WHERE i.pool = l.pool AND pg_visible_in_snapshot(i.xid, l.mark)));

UPDATE $.turn t SET phase = CASE WHEN t.phase = 2 THEN 1 ELSE t.phase END, lacking = NULL, fits_at = NULL, blocked = NULL
WHERE t.pool = ? AND ((t.phase = 2 AND (t.lacking IS NULL OR t.fits_at IS NULL)) OR (t.phase <> 2 AND t.blocked IS NOT NULL));

-- The fold of the next claim does the rest, as it does for units that were just submitted.
WITH lost AS (
    SELECT u.pool, u.lane, min(u.seq) head FROM $.unit u JOIN $.turn t ON t.lane = u.lane
    WHERE u.pool = ? AND u.state = 0 AND (t.phase = 0 OR u.seq < t.head)
    AND (u.start_by IS NULL OR u.start_by >= $.now_v1(NULL)) AND NOT EXISTS (
        SELECT FROM $.inbox i CROSS JOIN LATERAL unnest(i.lanes, i.heads) z (lane, head)
        WHERE i.pool = u.pool AND z.lane = u.lane AND z.head <= u.seq)
    GROUP BY u.pool, u.lane
)
INSERT INTO $.inbox (pool, lanes, heads) SELECT pool, ARRAY[lane], ARRAY[head] FROM lost;

UPDATE $.pool_log l SET floor_of = x.floor_of, floor_at = x.floor_at
FROM (
    SELECT f.pool, array_agg(f.f_of ORDER BY f.f_of) floor_of, array_agg(f.f_at ORDER BY f.f_of) floor_at FROM (
        SELECT z.pool, z.f_of, min(z.f_at) f_at FROM (
            SELECT o.pool, f.f_of, f.f_at FROM $.pool_log o CROSS JOIN LATERAL unnest(o.floor_of, o.floor_at) f (f_of, f_at)
            UNION ALL
            SELECT t.pool, t.eligibility * 8 + t.band, t.tag FROM $.turn t WHERE t.phase = 1
        ) z GROUP BY z.pool, z.f_of
    ) f GROUP BY f.pool
) x
WHERE l.pool = ? AND x.pool = l.pool AND (l.floor_of, l.floor_at) IS DISTINCT FROM (x.floor_of, x.floor_at);
