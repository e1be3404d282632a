-- Units that are held, schema 1.11.

-- state 7: held. state_at: when its hold is over. moved_by: what happens then, PROMOTE or WITHDRAW. start_by is empty until
-- the unit is promoted. How many are held is kept as an account of their pool, so that no row of counts gets longer.
ALTER TABLE unit DROP CONSTRAINT unit_state_check;
ALTER TABLE unit ADD CONSTRAINT unit_state_check CHECK (state IN (0, 1, 2, 7, 9));

CREATE INDEX unit_held ON unit (pool, seq) WHERE state = 7;
CREATE INDEX unit_hold_over ON unit (pool, state_at, seq) WHERE state = 7;

-- submit_v2 for units of which some are held, so that all others go on as before. hold_for: empty for a unit that is not.
-- p_held_account: what the number of held units is kept as.
CREATE FUNCTION submit_held_v1(
    p_now bigint, p_pool int, p_revision int, p_keys_for bigint,
    p_lane bigint[], p_id text[], p_key_id text[], p_key text[], p_asks_first boolean[], p_delay bigint[],
    p_start_by bigint[], p_run_limit bigint[], p_options text[], p_media_type text[], p_payload bytea[],
    p_poisoned boolean[], p_poison text, p_lock_timeout text, p_hold_for bigint[], p_hold_then text[], p_held_account text
) RETURNS int[] LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
    v_now bigint := now_v1(p_now);
    v_until bigint := later_v1(v_now, p_keys_for);
    v_count int := cardinality(p_id);
    v_seq bigint[];
    v_answers int[];
    v_new int;
    v_revision int;
    v_lost boolean;
BEGIN
    IF p_lock_timeout IS NOT NULL THEN
        PERFORM set_config('lock_timeout', p_lock_timeout, true);
    END IF;
    SELECT o.revision, EXISTS (
        SELECT FROM (SELECT DISTINCT x FROM unnest(p_lane) x) z
        JOIN lane l ON l.id = z.x JOIN eligibility e ON e.id = l.eligibility WHERE e.class IS NULL
    ) INTO v_revision, v_lost FROM pool o WHERE o.id = p_pool;
    IF v_revision <> p_revision THEN
        RETURN array_fill(3, ARRAY[v_count]);
    END IF;
    IF v_lost THEN
        RETURN array_fill(2, ARRAY[v_count]);
    END IF;
    SELECT array_agg(nextval('unit_seq')) INTO v_seq FROM generate_series(1, v_count);
    INSERT INTO unit_id (id, seq, key_until)
    SELECT z.id, z.seq, v_until FROM unnest(p_id, v_seq) z (id, seq) ORDER BY z.id
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS v_new = ROW_COUNT;
    IF v_new < v_count THEN
        SELECT array_agg(CASE WHEN i.seq = z.seq THEN 0 ELSE 1 END ORDER BY z.o) INTO v_answers
        FROM unnest(p_id, v_seq) WITH ORDINALITY z (id, seq, o) LEFT JOIN unit_id i ON i.id = z.id;
    END IF;
    IF cardinality(p_key_id) > 0 THEN
        INSERT INTO unit_id (id, seq, key_until)
        SELECT z.key_id, z.seq, v_until FROM unnest(p_key_id, v_seq, v_answers) z (key_id, seq, answer)
        WHERE z.key_id IS NOT NULL AND z.answer IS DISTINCT FROM 1 ORDER BY z.key_id
        ON CONFLICT DO NOTHING;
        SELECT array_agg(CASE WHEN z.answer = 1 OR z.key_id IS NOT NULL AND i.seq IS DISTINCT FROM z.seq THEN 1 ELSE 0 END
            ORDER BY z.o) INTO v_answers
        FROM unnest(p_key_id, v_seq, v_answers) WITH ORDINALITY z (key_id, seq, answer, o)
        LEFT JOIN unit_id i ON i.id = z.key_id;
        DELETE FROM unit_id i USING unnest(p_id, v_seq, v_answers) z (id, seq, answer)
        WHERE i.id = z.id AND i.seq = z.seq AND z.answer = 1;
    END IF;

    INSERT INTO unit (
        seq, pool, lane, state, state_at, start_by, run_limit, version, life, attempts, losses, moved_by,
        id, id_given, idempotency_key, admitted_at, asks_first, options, media_type, payload)
    SELECT z.seq, p_pool, z.lane, CASE WHEN z.hold_for IS NOT NULL THEN 7 WHEN z.delay IS NULL THEN 0 ELSE 9 END,
        later_v1(v_now, coalesce(z.hold_for, z.delay, 0)),
        CASE WHEN z.hold_for IS NULL THEN later_v1(v_now, z.start_by) END, z.run_limit, 1, 1, 0, 0,
        coalesce(z.hold_then, 'ADMITTED'),
        z.id, z.key_id IS NOT NULL, z.key, v_now, coalesce(z.asks_first, false), z.options, z.media_type, z.payload
    FROM unnest(
        v_seq, p_lane, p_id, p_key_id, p_key, p_asks_first, p_delay, p_start_by, p_run_limit, p_options, p_media_type,
        p_payload, p_poisoned, v_answers, p_hold_for, p_hold_then)
    z (seq, lane, id, key_id, key, asks_first, delay, start_by, run_limit, options, media_type, payload, poisoned, answer,
        hold_for, hold_then)
    WHERE z.answer IS DISTINCT FROM 1 AND z.poisoned IS NOT TRUE;
    IF true = ANY (p_poisoned) THEN
        INSERT INTO unit_history (
            seq, pool, lane, state, state_at, start_by, run_limit, version, life, attempts, losses, moved_by, reason,
            evidence, id, id_given, idempotency_key, admitted_at, asks_first, options, media_type, payload)
        SELECT z.seq, p_pool, z.lane, 6, v_now, later_v1(v_now, z.start_by), z.run_limit, 1, 1, 0, 0, 'ADMISSION', p_poison,
            'NOT_STARTED', z.id, z.key_id IS NOT NULL, z.key, v_now, coalesce(z.asks_first, false), z.options, z.media_type,
            z.payload
        FROM unnest(
            v_seq, p_lane, p_id, p_key_id, p_key, p_asks_first, p_start_by, p_run_limit, p_options, p_media_type, p_payload,
            p_poisoned, v_answers)
        z (seq, lane, id, key_id, key, asks_first, start_by, run_limit, options, media_type, payload, poisoned, answer)
        WHERE z.answer IS DISTINCT FROM 1 AND z.poisoned;
    END IF;
    INSERT INTO inbox (pool, lanes, heads, counts, accounts, amounts)
    SELECT p_pool, array_agg(x.lane) FILTER (WHERE x.head IS NOT NULL), array_agg(x.head) FILTER (WHERE x.head IS NOT NULL),
        ARRAY[sum(x.queued), 0, 0, 0, 0, 0, sum(x.poisoned)], ARRAY[p_held_account], ARRAY[sum(x.held)]
    FROM (
        SELECT z.lane, min(z.seq) FILTER (WHERE z.delay IS NULL AND z.poisoned IS NOT TRUE AND z.hold_for IS NULL) head,
            count(*) FILTER (WHERE z.poisoned IS NOT TRUE AND z.hold_for IS NULL) queued,
            count(*) FILTER (WHERE z.poisoned) poisoned,
            count(*) FILTER (WHERE z.poisoned IS NOT TRUE AND z.hold_for IS NOT NULL) held
        FROM unnest(v_seq, p_lane, p_delay, p_poisoned, v_answers, p_hold_for)
        z (seq, lane, delay, poisoned, answer, hold_for)
        WHERE z.answer IS DISTINCT FROM 1 GROUP BY z.lane
    ) x HAVING count(*) > 0;
    RETURN coalesce(v_answers, array_fill(0, ARRAY[v_count]));
END $$;

-- Views name the state.
CREATE OR REPLACE VIEW work AS
SELECT u.seq, p.name AS pool, u.id, u.idempotency_key, k.band, k.name AS fairness_key, e.text AS eligibility, l.needs,
    CASE u.state WHEN 1 THEN 'CLAIMED' WHEN 2 THEN 'UNCERTAIN' WHEN 7 THEN 'HELD' ELSE 'QUEUED' END AS status,
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

CREATE OR REPLACE VIEW pool_usage AS
SELECT p.name AS pool, 'units'::text AS what,
    (ARRAY['QUEUED', 'CLAIMED', 'UNCERTAIN', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'POISONED'])[z.o] AS name, sum(z.v)::bigint AS amount
FROM (SELECT pool, counts FROM pool_log UNION ALL SELECT pool, counts FROM inbox) x
JOIN pool p ON p.id = x.pool CROSS JOIN LATERAL unnest(x.counts) WITH ORDINALITY z (v, o)
GROUP BY p.name, z.o
UNION ALL
SELECT p.name, CASE WHEN x.account LIKE E'COUNT\t%' THEN 'units' ELSE 'account' END,
    CASE WHEN x.account LIKE E'COUNT\t%' THEN upper(split_part(x.account, E'\t', 3)) ELSE x.account END, sum(x.amount)::bigint
FROM (
    SELECT pool, account, used AS amount FROM account_log
    UNION ALL
    SELECT i.pool, z.account, z.amount FROM inbox i CROSS JOIN LATERAL unnest(i.accounts, i.amounts) z (account, amount)
) x JOIN pool p ON p.id = x.pool
GROUP BY p.name, x.account HAVING sum(x.amount) <> 0;
