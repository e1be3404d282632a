-- Limits of fairness keys, schema 1.9.

-- counted: whether the live claim counts against the limit of its fairness key; empty, as for most, when it does not.
-- A policy that gets a limit later does not change what is claimed already. pool.keys_counted_from stays empty.
ALTER TABLE unit ADD COLUMN counted boolean;

-- claim_save_v1 with p_counted, by unit; empty when no unit counts.
CREATE FUNCTION claim_save_v2(
    p_pool int, p_n bigint, p_counter bigint, p_clocks bigint[], p_time bigint, p_swept_at bigint, p_counts bigint[],
    p_floor_of int[], p_floor_at bigint[], p_mark text, p_accounts text[], p_amounts bigint[],
    p_worker int, p_slot int, p_high bigint, p_low bigint, p_secret bytea, p_request bigint, p_first bigint, p_last bigint,
    p_key bigint[], p_tag bigint[], p_lane bigint[], p_head bigint[], p_phase int[], p_lacking text[], p_fits_at bigint[],
    p_unit bigint[], p_fence bigint[], p_alike int[], p_counted boolean[],
    p_charge_alike int[], p_charge_account text[], p_charge_amount bigint[]
) RETURNS TABLE (
    fence bigint, request bigint, seq bigint, lane bigint, version bigint, life int, attempts int, losses int,
    id text, id_given boolean, idempotency_key text, asks_first boolean, options text, media_type text, payload bytea
) LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
    v_request bigint := p_request;
    v_accounts text[] := p_accounts;
    v_amounts bigint[] := p_amounts;
    v_counts bigint[] := p_counts;
    v_won int := 0;
    v_not_won int[];
BEGIN
    IF cardinality(p_unit) > 0 THEN
        IF v_request IS NULL THEN
            INSERT INTO claim_request (pool, worker, slot, high, low, secret, claimed_at, first, last)
            VALUES (p_pool, p_worker, p_slot, p_high, p_low, p_secret, p_time, p_first, p_last)
            RETURNING claim_request.id INTO v_request;
        ELSIF p_first IS NOT NULL THEN
            UPDATE claim_request q SET first = p_first, last = p_last WHERE q.id = v_request;
        END IF;
        RETURN QUERY
        UPDATE unit u SET state = 1, version = u.version + 1, fence = z.fence, worker = p_worker, request = v_request,
            attempt = u.attempts + u.losses + 1, run_until = later_v1(p_time, u.run_limit), begun_at = NULL,
            counted = z.counted
        FROM (SELECT y.* FROM unnest(p_unit, p_fence, p_counted) y (seq, fence, counted) ORDER BY y.seq) z
        CROSS JOIN LATERAL (SELECT w.ctid tid FROM unit w WHERE w.seq = z.seq LIMIT 1) w
        WHERE u.ctid = w.tid AND u.state + 0 = 0
        RETURNING u.fence, v_request, u.seq, u.lane, u.version, u.life, u.attempts, u.losses,
            u.id, u.id_given, u.idempotency_key, u.asks_first, u.options, u.media_type, u.payload;
        GET DIAGNOSTICS v_won = ROW_COUNT;
        IF v_won < cardinality(p_unit) THEN
            SELECT array_agg(z.alike) INTO v_not_won FROM unnest(p_unit, p_fence, p_alike) z (seq, fence, alike)
            WHERE NOT EXISTS (SELECT FROM unit u WHERE u.seq = z.seq AND u.state = 1 AND u.fence = z.fence);
            v_counts[1] := v_counts[1] + cardinality(v_not_won);
            v_counts[2] := v_counts[2] - cardinality(v_not_won);
            SELECT v_accounts || coalesce(array_agg(c.account), '{}'), v_amounts || coalesce(array_agg(-c.amount), '{}')
            INTO v_accounts, v_amounts
            FROM unnest(v_not_won) x (alike)
            JOIN unnest(p_charge_alike, p_charge_account, p_charge_amount) c (alike, account, amount) ON c.alike = x.alike;
        END IF;
    ELSIF p_first IS NOT NULL THEN
        UPDATE claim_request q SET first = p_first, last = p_last WHERE q.id = v_request;
    END IF;

    DELETE FROM pool_log l WHERE l.pool = p_pool AND l.n = p_n;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the log of pool % moved under its lock', p_pool USING ERRCODE = '23514';
    END IF;
    INSERT INTO pool_log (pool, n, counter, clocks, time, swept_at, counts, floor_of, floor_at, mark)
    VALUES (p_pool, p_n + 1, p_counter, p_clocks, p_time, p_swept_at, v_counts, p_floor_of, p_floor_at, p_mark::pg_snapshot);

    IF cardinality(v_accounts) > 0 THEN
        WITH a AS MATERIALIZED (
            SELECT z.account, sum(z.amount)::bigint amount FROM unnest(v_accounts, v_amounts) z (account, amount) GROUP BY z.account
        ), old AS MATERIALIZED (
            SELECT a.account, a.amount, g.tid, g.used FROM a LEFT JOIN LATERAL (
                SELECT g.ctid tid, g.used FROM account_log g WHERE g.pool = p_pool AND g.account = a.account
                ORDER BY g.pool DESC, g.account DESC, g.n DESC LIMIT 1
            ) g ON true WHERE a.amount <> 0
        ), gone AS (
            DELETE FROM account_log g USING old WHERE g.ctid = old.tid
        )
        INSERT INTO account_log (pool, account, n, used)
        SELECT p_pool, account, p_n + 1, coalesce(used, 0) + amount FROM old WHERE coalesce(used, 0) + amount <> 0;
    END IF;

    IF cardinality(p_lane) > 0 OR cardinality(p_key) > 0 THEN
        WITH x AS MATERIALIZED (
            SELECT y.lane, max(y.tag) tag, max(y.head) head, max(y.phase) phase, max(y.lacking) lacking, max(y.fits_at) fits_at
            FROM (
                SELECT l.id lane, k.tag, NULL::bigint head, NULL::int phase, NULL::text lacking, NULL::bigint fits_at
                FROM unnest(p_key, p_tag) k (key, tag) JOIN lane l ON l.fairness_key = k.key
                UNION ALL
                SELECT z.lane, NULL, z.head, z.phase, z.lacking, z.fits_at
                FROM unnest(p_lane, p_head, p_phase, p_lacking, p_fits_at) z (lane, head, phase, lacking, fits_at)
            ) y GROUP BY y.lane
        ), newest AS MATERIALIZED (
            SELECT t.*, x.tag new_tag, x.head new_head, x.phase new_phase, x.lacking new_lacking, x.fits_at new_fits_at
            FROM x CROSS JOIN LATERAL (
                SELECT t.ctid tid, t.* FROM turn t WHERE t.lane = x.lane ORDER BY t.lane DESC, t.n DESC LIMIT 1
            ) t
        ), gone AS (
            DELETE FROM turn t USING newest WHERE t.ctid = newest.tid
        )
        INSERT INTO turn (lane, n, pool, fairness_key, eligibility, band, tag, key_order, phase, head, lacking, fits_at)
        SELECT lane, p_n + 1, pool, fairness_key, eligibility, band, coalesce(new_tag, tag), key_order,
            coalesce(new_phase, phase), coalesce(new_head, head),
            CASE WHEN new_phase IS NULL THEN lacking ELSE new_lacking END,
            CASE WHEN new_phase IS NULL THEN fits_at ELSE new_fits_at END
        FROM newest;
    END IF;
END $$;
