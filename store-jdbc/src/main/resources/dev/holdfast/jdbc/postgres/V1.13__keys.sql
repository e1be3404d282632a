-- Grants that cost run time, schema 1.13.

-- What the grant of the live claim cost its key, in pools that charge run time; empty in all others. fare_for: the expected run
-- time in microseconds. A queued unit may still say what it was about to cost when another claim won it, and nobody asks.
ALTER TABLE unit ADD COLUMN fare_for bigint, ADD COLUMN fare bigint;

-- settle_v1 for claims of which some cost run time, so that all others go on as before. By place: p_owed what the claim's key
-- owes, p_runs and p_run_time what the runs of its kind are counted and added up in; empty for a claim that cost none.
CREATE FUNCTION settle_v13(
    p_now bigint, p_pool int, p_seq bigint[], p_fence bigint[], p_request bigint[], p_alike int[],
    p_result_type text[], p_result bytea[], p_give_alike int[], p_give_account text[], p_give_amount bigint[],
    p_owed text[], p_runs text[], p_run_time text[], p_strict uuid
) RETURNS int[] LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
    v_now bigint := now_v1(p_now);
    v_settled int[];
BEGIN
    IF p_strict IS NULL THEN
        PERFORM set_config('lock_timeout', '5s', true);
    ELSIF p_strict <> (SELECT a.identity FROM authority a) THEN
        RAISE EXCEPTION 'this is not the ledger that granted the claim' USING ERRCODE = 'HF002';
    END IF;
    WITH z AS MATERIALIZED (
        SELECT * FROM unnest(p_seq, p_fence, p_request, p_alike, p_result_type, p_result, p_owed, p_runs, p_run_time)
        WITH ORDINALITY z (seq, fence, request, alike, result_type, result, owed, runs, run_time, o)
    ), held AS MATERIALIZED (
        SELECT z.*, u.tid FROM z CROSS JOIN LATERAL (SELECT u.ctid tid FROM unit u WHERE u.seq = z.seq LIMIT 1) u
    ), gone AS (
        DELETE FROM unit u USING held z
        WHERE u.ctid = z.tid AND u.state + 0 = 1 AND u.fence = z.fence AND u.request = z.request
        RETURNING u.*, z.alike, z.result_type, z.result, z.owed, z.runs, z.run_time, z.o
    ), kept AS (
        INSERT INTO unit_history (
            seq, pool, lane, state, state_at, start_by, run_limit, version, life, attempts, losses, fence, worker, request,
            attempt, run_until, begun_at, moved_by, evidence, cancel_at, cancel_actor, cancel_reason, id, id_given,
            idempotency_key, admitted_at, asks_first, options, media_type, payload, result_type, result)
        SELECT seq, pool, lane, 3, v_now, start_by, run_limit, version + 1, life, attempts + 1, losses, fence, worker, request,
            attempt, run_until, begun_at, 'HOLDER', 'APPLIED', cancel_at, cancel_actor, cancel_reason, id, id_given,
            idempotency_key, admitted_at, asks_first, options, media_type, payload, result_type, result
        FROM gone
    ), alike AS (
        SELECT alike, count(*) k FROM gone GROUP BY alike
    ), ran AS MATERIALIZED (
        SELECT g.owed, g.runs, g.run_time, t.took, div(g.fare::numeric * t.took, g.fare_for)::bigint - g.fare correction
        FROM gone g CROSS JOIN LATERAL (
            SELECT greatest(0, least(v_now - q.claimed_at, 8640000000000)) took FROM claim_request q WHERE q.id = g.request
        ) t WHERE g.fare IS NOT NULL
    ), given AS (
        SELECT x.account, sum(x.amount)::bigint amount FROM (
            SELECT g.account, g.amount * a.k amount FROM alike a
            JOIN unnest(p_give_alike, p_give_account, p_give_amount) g (alike, account, amount) ON g.alike = a.alike
            UNION ALL SELECT owed, correction FROM ran
            UNION ALL SELECT runs, 1 FROM ran
            UNION ALL SELECT run_time, took FROM ran
        ) x GROUP BY x.account
    ), told AS (
        INSERT INTO inbox (pool, counts, accounts, amounts)
        SELECT p_pool, ARRAY[0, -sum(k), 0, sum(k), 0, 0, 0]::bigint[],
            (SELECT array_agg(account) FROM given), (SELECT array_agg(amount) FROM given)
        FROM alike HAVING sum(k) > 0
    )
    SELECT coalesce(array_agg(g.o::int), '{}') INTO v_settled FROM gone g;
    IF p_strict IS NOT NULL AND cardinality(v_settled) < greatest(cardinality(p_seq), 1) THEN
        RAISE EXCEPTION 'the claim is no longer held' USING ERRCODE = 'HF001';
    END IF;
    RETURN v_settled;
END $$;
