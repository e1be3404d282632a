-- The calls of schema 1.1. They lock, read, and write by key and guard; they decide nothing. A program calls those of the
-- version it was written for, so a call is never changed: a changed one gets the next number beside it.
--
-- Their settings keep every plan the same whatever the statistics say: nested loops over indexes. Rows to be changed are
-- looked up by key first and joined by their place, and `state + 0` hides the state from the planner: a partial index on a
-- state, which is small when the plan is made, would make it compare every key with every row of that index.

-- The moment of a call: the server's clock, or the one that the caller counts by.
CREATE FUNCTION now_v1(p_now bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(p_now, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
$$;

CREATE FUNCTION later_v1(p_now bigint, p_micros bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN p_micros IS NOT NULL THEN p_now + least(p_micros, 9223372036854775807 - p_now) END
$$;

-- Inserts units whose keys and ids are free and whose lanes have a class. Answers for each unit: 0 inserted, 1 its key or
-- id is taken, 2 a lane has no class: then nothing is inserted. Units come in the order of admission and no id twice.
--
-- The rows of unit_id are the judge: they are inserted first, in one order, so that two calls with several keys in common
-- do not wait for each other in a circle. p_lock_timeout: how long a key is waited for that another transaction is just
-- inserting; empty in a caller's transaction, whose settings are the caller's. Almost always all of them are new; only otherwise is it asked which are.
CREATE FUNCTION submit_v1(
    p_now bigint, p_pool int, p_keys_for bigint,
    p_lane bigint[], p_id text[], p_key_id text[], p_key text[], p_asks_first boolean[], p_delay bigint[],
    p_start_by bigint[], p_run_limit bigint[], p_options text[], p_media_type text[], p_payload bytea[],
    p_poisoned boolean[], p_poison text, p_lock_timeout text
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
BEGIN
    IF p_lock_timeout IS NOT NULL THEN
        PERFORM set_config('lock_timeout', p_lock_timeout, true);
    END IF;
    IF EXISTS (
        SELECT FROM (SELECT DISTINCT x FROM unnest(p_lane) x) z
        JOIN lane l ON l.id = z.x JOIN eligibility e ON e.id = l.eligibility WHERE e.class IS NULL
    ) THEN
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
    SELECT z.seq, p_pool, z.lane, CASE WHEN z.delay IS NULL THEN 0 ELSE 9 END, later_v1(v_now, coalesce(z.delay, 0)),
        later_v1(v_now, z.start_by), z.run_limit, 1, 1, 0, 0, 'ADMITTED',
        z.id, z.key_id IS NOT NULL, z.key, v_now, coalesce(z.asks_first, false), z.options, z.media_type, z.payload
    FROM unnest(
        v_seq, p_lane, p_id, p_key_id, p_key, p_asks_first, p_delay, p_start_by, p_run_limit, p_options, p_media_type,
        p_payload, p_poisoned, v_answers)
    z (seq, lane, id, key_id, key, asks_first, delay, start_by, run_limit, options, media_type, payload, poisoned, answer)
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
    INSERT INTO inbox (pool, lanes, heads, counts)
    SELECT p_pool, array_agg(x.lane) FILTER (WHERE x.head IS NOT NULL), array_agg(x.head) FILTER (WHERE x.head IS NOT NULL),
        ARRAY[sum(x.queued), 0, 0, 0, 0, 0, sum(x.poisoned)]
    FROM (
        SELECT z.lane, min(z.seq) FILTER (WHERE z.delay IS NULL AND z.poisoned IS NOT TRUE) head,
            count(*) FILTER (WHERE z.poisoned IS NOT TRUE) queued, count(*) FILTER (WHERE z.poisoned) poisoned
        FROM unnest(v_seq, p_lane, p_delay, p_poisoned, v_answers) z (seq, lane, delay, poisoned, answer)
        WHERE z.answer IS DISTINCT FROM 1 GROUP BY z.lane
    ) x HAVING count(*) > 0;
    RETURN coalesce(v_answers, array_fill(0, ARRAY[v_count]));
END $$;

-- submit_v1 for one unit whose id follows from its key: the most frequent call, in statements of one row each.
CREATE FUNCTION submit_one_v1(
    p_now bigint, p_pool int, p_keys_for bigint,
    p_lane bigint, p_id text, p_key text, p_asks_first boolean, p_delay bigint, p_start_by bigint, p_run_limit bigint,
    p_options text, p_media_type text, p_payload bytea, p_lock_timeout text
) RETURNS int LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
    v_now bigint := now_v1(p_now);
    v_seq bigint;
BEGIN
    IF p_lock_timeout IS NOT NULL THEN
        PERFORM set_config('lock_timeout', p_lock_timeout, true);
    END IF;
    IF (SELECT e.class FROM lane l JOIN eligibility e ON e.id = l.eligibility WHERE l.id = p_lane) IS NULL THEN
        RETURN 2;
    END IF;
    INSERT INTO unit_id (id, seq, key_until) VALUES (p_id, nextval('unit_seq'), later_v1(v_now, p_keys_for))
    ON CONFLICT DO NOTHING RETURNING seq INTO v_seq;
    IF NOT FOUND THEN
        RETURN 1;
    END IF;
    INSERT INTO unit (
        seq, pool, lane, state, state_at, start_by, run_limit, version, life, attempts, losses, moved_by,
        id, id_given, idempotency_key, admitted_at, asks_first, options, media_type, payload)
    VALUES (v_seq, p_pool, p_lane, CASE WHEN p_delay IS NULL THEN 0 ELSE 9 END,
        later_v1(v_now, coalesce(p_delay, 0)), later_v1(v_now, p_start_by), p_run_limit, 1, 1, 0, 0, 'ADMITTED',
        p_id, false, p_key, v_now, p_asks_first, p_options, p_media_type, p_payload);
    INSERT INTO inbox (pool, lanes, heads, counts)
    VALUES (p_pool, CASE WHEN p_delay IS NULL THEN ARRAY[p_lane] END, CASE WHEN p_delay IS NULL THEN ARRAY[v_seq] END,
        '{1, 0, 0, 0, 0, 0, 0}');
    RETURN 0;
END $$;

-- Settles claims whose holder reports success: of each the fence and the request have to be those of the row. Answers
-- which of them held, by their place from 1; what did not hold was left alone. With p_strict, which is the identity of the ledger that is
-- meant, all have to hold.
--
-- alike: groups of claims that give back the same, from 1; give_* say what one claim of a group gives back.
CREATE FUNCTION settle_v1(
    p_now bigint, p_pool int, p_seq bigint[], p_fence bigint[], p_request bigint[], p_alike int[],
    p_result_type text[], p_result bytea[], p_give_alike int[], p_give_account text[], p_give_amount bigint[],
    p_strict uuid
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
        SELECT * FROM unnest(p_seq, p_fence, p_request, p_alike, p_result_type, p_result)
        WITH ORDINALITY z (seq, fence, request, alike, result_type, result, o)
    ), held AS MATERIALIZED (
        SELECT z.*, u.tid FROM z CROSS JOIN LATERAL (SELECT u.ctid tid FROM unit u WHERE u.seq = z.seq LIMIT 1) u
    ), gone AS (
        DELETE FROM unit u USING held z
        WHERE u.ctid = z.tid AND u.state + 0 = 1 AND u.fence = z.fence AND u.request = z.request
        RETURNING u.*, z.alike, z.result_type, z.result, z.o
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
    ), given AS (
        SELECT g.account, sum(g.amount * a.k)::bigint amount
        FROM alike a JOIN unnest(p_give_alike, p_give_account, p_give_amount) g (alike, account, amount) ON g.alike = a.alike
        GROUP BY g.account
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

-- Locks a pool and reads what a claim decides on. In the first round it also moves due units into their lanes and folds
-- the inbox in: what units entered is written at once, what the accounts and counts become is written by claim_save.
--
-- epoch is 0 when the database may have lost commits since it was last looked at.
CREATE FUNCTION claim_load_v1(
    p_now bigint, p_pool int, p_worker int, p_slot int, p_high bigint, p_low bigint, p_eligibilities int[], p_mark int,
    p_want int, p_window int, p_accounts text[], p_other_pools int[], p_round int, p_early boolean,
    OUT now bigint, OUT epoch int, OUT n bigint, OUT revision int, OUT paused boolean, OUT counter bigint,
    OUT clocks bigint[], OUT "time" bigint, OUT swept_at bigint, OUT counts bigint[],
    OUT floor_of int[], OUT floor_at bigint[], OUT mark text, OUT folded int, OUT moved int,
    OUT fold_accounts text[], OUT fold_amounts bigint[],
    OUT lease_until bigint, OUT healthy boolean, OUT draining boolean, OUT dead boolean,
    OUT request bigint, OUT request_pool int, OUT request_worker int, OUT request_first bigint, OUT request_last bigint,
    OUT new_class int[], OUT new_eligibility int[],
    OUT lane_list int[], OUT lane bigint[], OUT lane_tag bigint[], OUT lane_parked boolean[], OUT lane_first boolean[],
    OUT unit_lane int[], OUT unit bigint[], OUT unit_start_by bigint[],
    OUT used_account text[], OUT used bigint[], OUT next_due bigint
) LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
    v_log pool_log;
    v_pool pool;
    v_lanes bigint[];
    v_heads bigint[];
    v_fold_lanes bigint[];
    v_fold_heads bigint[];
    v_fold_counts bigint[];
    v_head bigint[];
    v_first int;
    v_lost_class int;
    v_lost_classes int[];
    v_heads_per_lane int;
BEGIN
    IF p_round = 0 THEN
        PERFORM set_config('idle_in_transaction_session_timeout', '1s', true), set_config('lock_timeout', '5s', true);
        IF p_early THEN
            PERFORM set_config('synchronous_commit', 'off', true);
        END IF;
    END IF;
    SELECT * INTO v_pool FROM pool WHERE id = p_pool FOR NO KEY UPDATE;
    IF cardinality(p_other_pools) > 0 THEN
        PERFORM FROM worker w WHERE w.id = p_worker FOR NO KEY UPDATE;
    END IF;
    now := now_v1(p_now);
    SELECT coalesce((SELECT a.epoch FROM authority a WHERE EXISTS (
        SELECT FROM incarnation i WHERE i.relation = i.tableoid)), 0) INTO epoch;
    SELECT * INTO v_log FROM pool_log l WHERE l.pool = p_pool ORDER BY l.pool DESC, l.n DESC LIMIT 1;
    n := v_log.n; revision := v_pool.revision; paused := v_pool.paused; counter := v_log.counter; clocks := v_log.clocks;
    "time" := v_log.time; swept_at := v_log.swept_at; counts := v_log.counts;
    floor_of := v_log.floor_of; floor_at := v_log.floor_at; folded := 0; moved := 0;
    SELECT w.lease_until, w.healthy, w.draining, w.dead INTO lease_until, healthy, draining, dead
    FROM worker_lease w WHERE w.worker = p_worker;
    SELECT q.id, q.pool, q.worker, q.first, q.last INTO request, request_pool, request_worker, request_first, request_last
    FROM claim_request q -- slot + 0: else a plan for a small table reads all of a slot's requests, which here soon are many
    WHERE q.high = p_high AND q.low = p_low AND q.slot + 0 = p_slot AND q.last IS NOT NULL AND NOT EXISTS (
        SELECT FROM claim_request r
        WHERE r.worker = q.worker AND r.slot = q.slot AND r.id > q.id AND r.last IS NOT NULL)
    ORDER BY q.id + 0 DESC LIMIT 1;

    SELECT u.state_at INTO next_due FROM unit u WHERE u.pool = p_pool AND u.state = 9 ORDER BY u.state_at LIMIT 1;
    IF p_round = 0 THEN
        IF next_due <= now THEN
            WITH due AS MATERIALIZED (
                SELECT u.seq FROM unit u WHERE u.pool = p_pool AND u.state = 9 AND u.state_at <= now
                ORDER BY u.state_at, u.seq LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED
            ), entering AS (
                UPDATE unit u SET state = 0 FROM due WHERE u.seq = due.seq AND u.state = 9 RETURNING u.lane, u.seq
            )
            SELECT array_agg(x.lane), array_agg(x.head), coalesce(sum(x.k), 0) INTO v_lanes, v_heads, moved
            FROM (SELECT m.lane, min(m.seq) head, count(*)::int k FROM entering m GROUP BY m.lane) x;
            next_due := NULL;
            SELECT u.state_at INTO next_due FROM unit u WHERE u.pool = p_pool AND u.state = 9 ORDER BY u.state_at LIMIT 1;
        END IF;

        WITH fresh AS MATERIALIZED (
            SELECT i.ctid tid FROM inbox i WHERE i.pool = p_pool AND i.xid >= pg_snapshot_xmax(v_log.mark)
            UNION ALL
            SELECT i.tid FROM pg_snapshot_xip(v_log.mark) x CROSS JOIN LATERAL (
                -- OFFSET: one look for each of them, never a scan of all that somebody's open transaction keeps from being removed.
                SELECT i.ctid tid FROM inbox i WHERE i.pool = p_pool AND i.xid = x OFFSET 0
            ) i
        ), gone AS (
            DELETE FROM inbox i USING fresh WHERE i.ctid = fresh.tid
            RETURNING i.lanes, i.heads, i.counts, i.accounts, i.amounts
        ), entered AS (
            SELECT z.lane, min(z.head) head FROM gone g CROSS JOIN LATERAL unnest(g.lanes, g.heads) z (lane, head) GROUP BY z.lane
        ), counted AS (
            SELECT z.o, sum(z.v)::bigint v FROM gone g CROSS JOIN LATERAL unnest(g.counts) WITH ORDINALITY z (v, o) GROUP BY z.o
        ), charged AS (
            SELECT z.account, sum(z.amount)::bigint amount
            FROM gone g CROSS JOIN LATERAL unnest(g.accounts, g.amounts) z (account, amount) GROUP BY z.account
        )
        SELECT pg_current_snapshot()::text, (SELECT count(*) FROM gone),
            (SELECT array_agg(e.lane ORDER BY e.lane) FROM entered e), (SELECT array_agg(e.head ORDER BY e.lane) FROM entered e),
            (SELECT array_agg(c.v ORDER BY c.o) FROM counted c),
            (SELECT array_agg(c.account ORDER BY c.account) FROM charged c),
            (SELECT array_agg(c.amount ORDER BY c.account) FROM charged c)
        INTO mark, folded, v_fold_lanes, v_fold_heads, v_fold_counts, fold_accounts, fold_amounts;
        IF v_fold_counts IS NOT NULL THEN
            SELECT array_agg(z.a + z.b ORDER BY z.o) INTO counts
            FROM unnest(counts, v_fold_counts) WITH ORDINALITY z (a, b, o);
        END IF;
        v_lanes := v_lanes || v_fold_lanes;
        v_heads := v_heads || v_fold_heads;

        IF v_lanes IS NOT NULL THEN
            WITH a AS MATERIALIZED (
                SELECT z.lane, min(z.head) head FROM unnest(v_lanes, v_heads) z (lane, head) GROUP BY z.lane
            ), t AS MATERIALIZED (
                SELECT a.lane, a.head, t.fairness_key, t.phase, t.tag, t.band FROM a CROSS JOIN LATERAL (
                    SELECT * FROM turn t WHERE t.lane = a.lane ORDER BY t.lane DESC, t.n DESC LIMIT 1
                ) t WHERE t.phase = 0 OR t.head > a.head
            ), lifted AS MATERIALIZED (
                SELECT DISTINCT t.fairness_key, v_log.clocks[t.band + 1] clock FROM t
                WHERE t.phase = 0 AND t.tag < v_log.clocks[t.band + 1]
            ), touched AS MATERIALIZED (
                SELECT x.lane, min(x.head) head, max(x.clock) clock FROM (
                    SELECT t.lane, t.head, NULL::bigint clock FROM t
                    UNION ALL
                    SELECT l.id, NULL, k.clock FROM lifted k JOIN lane l ON l.fairness_key = k.fairness_key
                ) x GROUP BY x.lane
            ), newest AS MATERIALIZED (
                SELECT t.*, x.head new_head, x.clock FROM touched x CROSS JOIN LATERAL (
                    SELECT t.ctid tid, t.* FROM turn t WHERE t.lane = x.lane ORDER BY t.lane DESC, t.n DESC LIMIT 1
                ) t
            ), gone AS (
                DELETE FROM turn t USING newest WHERE t.ctid = newest.tid
            ), put AS (
                INSERT INTO turn (lane, n, pool, fairness_key, eligibility, band, tag, key_order, phase, head, lacking, fits_at)
                SELECT lane, v_log.n + 1, pool, fairness_key, eligibility, band, greatest(tag, clock), key_order,
                    CASE WHEN new_head IS NOT NULL AND phase = 0 THEN 1 ELSE phase END, least(head, new_head), lacking, fits_at
                FROM newest RETURNING turn.eligibility, turn.band, turn.tag, turn.phase
            )
            SELECT array_agg(f.f_of ORDER BY f.f_of), array_agg(f.f_at ORDER BY f.f_of), (
                SELECT array_agg(DISTINCT p.eligibility) FROM put p JOIN eligibility e ON e.id = p.eligibility
                WHERE p.phase = 1 AND e.class IS NULL)
            INTO floor_of, floor_at, v_lost_classes FROM (
                SELECT x.f_of, min(x.f_at) f_at FROM (
                    SELECT * FROM unnest(v_log.floor_of, v_log.floor_at) f (f_of, f_at)
                    UNION ALL SELECT p.eligibility * 8 + p.band, p.tag FROM put p WHERE p.phase = 1
                ) x GROUP BY x.f_of
            ) f;
            floor_of := coalesce(floor_of, '{}');
            floor_at := coalesce(floor_at, '{}');
            -- A class may have been dropped while a unit of it was being inserted.
            FOREACH v_lost_class IN ARRAY coalesce(v_lost_classes, '{}')
            LOOP
                v_pool.newest_class := v_pool.newest_class + 1;
                UPDATE pool SET newest_class = v_pool.newest_class WHERE id = p_pool;
                UPDATE eligibility SET class = v_pool.newest_class WHERE id = v_lost_class;
            END LOOP;
        END IF;
    ELSE
        mark := v_log.mark::text;
    END IF;

    IF v_pool.newest_class > p_mark THEN
        SELECT array_agg(e.class ORDER BY e.class), array_agg(e.id ORDER BY e.class) INTO new_class, new_eligibility
        FROM eligibility e WHERE e.pool = p_pool AND e.class IS NOT NULL AND e.class > p_mark;
    END IF;

    SELECT array_agg(r.list), array_agg(r.lane), array_agg(r.tag), array_agg(r.head)
    INTO lane_list, lane, lane_tag, v_head
    FROM (
        SELECT f.f_of list, t.lane, t.tag, t.head
        FROM unnest(floor_of, floor_at) f (f_of, f_at) CROSS JOIN LATERAL (
            SELECT t.lane, t.tag, t.head FROM turn t
            WHERE t.eligibility = f.f_of / 8 AND t.band = f.f_of % 8 AND t.phase = 1 AND t.tag >= f.f_at
            ORDER BY t.tag, t.key_order, t.lane LIMIT p_window + 1
        ) t WHERE f.f_of / 8 = ANY (p_eligibilities)
    ) r;
    v_first := coalesce(cardinality(lane), 0);
    SELECT array_fill(false, ARRAY[v_first]), array_fill(false, ARRAY[v_first]) INTO lane_parked, lane_first;

    IF EXISTS (SELECT FROM turn t WHERE t.pool = p_pool AND t.phase = 2) THEN
        WITH RECURSIVE spot AS (
            (SELECT t.lacking, t.fits_at FROM turn t WHERE t.pool = p_pool AND t.phase = 2 ORDER BY t.lacking, t.fits_at LIMIT 1)
            UNION ALL
            SELECT x.lacking, x.fits_at FROM spot s CROSS JOIN LATERAL (
                SELECT t.lacking, t.fits_at FROM turn t
                WHERE t.pool = p_pool AND t.phase = 2 AND (t.lacking, t.fits_at) > (s.lacking, s.fits_at)
                ORDER BY t.lacking, t.fits_at LIMIT 1
            ) x
        ), room AS MATERIALIZED (
            SELECT s.*, row_number() OVER () o, coalesce((
                SELECT a.used FROM account_log a WHERE a.pool = p_pool AND a.account = s.lacking
                ORDER BY a.pool DESC, a.account DESC, a.n DESC LIMIT 1), 0)
                + coalesce(fold_amounts[array_position(fold_accounts, s.lacking)], 0) <= s.fits_at has_room
            FROM spot s
        )
        SELECT lane_list || coalesce(array_agg(r.list), '{}'), claim_load_v1.lane || coalesce(array_agg(r.lane), '{}'),
            lane_tag || coalesce(array_agg(r.tag), '{}'), v_head || coalesce(array_agg(r.head), '{}'),
            lane_parked || coalesce(array_agg(true), '{}'), lane_first || coalesce(array_agg(NOT r.has_room), '{}')
        INTO lane_list, lane, lane_tag, v_head, lane_parked, lane_first
        FROM (
            SELECT -(dense_rank() OVER (ORDER BY s.o, e.e))::int list, s.has_room, t.lane, t.tag, t.head
            FROM room s CROSS JOIN unnest(p_eligibilities) e (e) CROSS JOIN LATERAL (
                SELECT t.lane, t.tag, t.head FROM turn t
                WHERE t.pool = p_pool AND t.phase = 2 AND t.lacking = s.lacking AND t.fits_at = s.fits_at AND t.eligibility = e.e
                ORDER BY t.band, t.tag, t.key_order, t.lane LIMIT CASE WHEN s.has_room THEN p_window + 1 ELSE 1 END
            ) t
        ) r;
    END IF;

    IF cardinality(lane) > 0 THEN
        v_heads_per_lane := greatest(1, least(p_want, (2 * p_want + cardinality(lane) - 1) / cardinality(lane)));
        SELECT array_agg(z.o::int - 1), array_agg(u.seq), array_agg(u.start_by) INTO unit_lane, unit, unit_start_by
        FROM unnest(lane, v_head) WITH ORDINALITY z (lane, head, o) CROSS JOIN LATERAL (
            SELECT u.seq, u.start_by FROM unit u
            WHERE u.lane = z.lane AND u.state = 0 AND u.seq >= z.head
            AND (u.start_by IS NULL OR u.start_by >= greatest(now, v_log.time))
            ORDER BY u.seq LIMIT v_heads_per_lane + 1
        ) u;
    END IF;

    WITH asked AS (
        SELECT DISTINCT a.account FROM (
            SELECT unnest(l.accounts) account FROM unnest(lane) z (lane) JOIN lane l ON l.id = z.lane WHERE l.accounts IS NOT NULL
            UNION ALL SELECT unnest(p_accounts)
        ) a
    ), summed AS (
        SELECT a.account, coalesce(fold_amounts[array_position(fold_accounts, a.account)], 0) + coalesce((
            SELECT g.used FROM account_log g WHERE g.pool = p_pool AND g.account = a.account
            ORDER BY g.pool DESC, g.account DESC, g.n DESC LIMIT 1), 0) used
        FROM asked a
    )
    SELECT array_agg(s.account), array_agg(s.used) INTO used_account, used FROM summed s WHERE s.used <> 0;
    IF cardinality(p_other_pools) > 0 THEN
        -- What the worker uses of other pools: their accounts, and what their inboxes still have to tell.
        SELECT used_account || coalesce(array_agg(x.account), '{}'), claim_load_v1.used || coalesce(array_agg(x.amount), '{}')
        INTO used_account, used FROM (
            SELECT a.account, g.used amount FROM unnest(p_other_pools) o (pool) CROSS JOIN unnest(p_accounts) a (account)
            CROSS JOIN LATERAL (
                SELECT g.used FROM account_log g WHERE g.pool = o.pool AND g.account = a.account
                ORDER BY g.pool DESC, g.account DESC, g.n DESC LIMIT 1
            ) g
            UNION ALL
            SELECT z.account, z.amount FROM unnest(p_other_pools) o (pool)
            CROSS JOIN LATERAL (
                SELECT l.mark FROM pool_log l WHERE l.pool = o.pool ORDER BY l.pool DESC, l.n DESC LIMIT 1
            ) m
            JOIN inbox i ON i.pool = o.pool AND i.xid >= pg_snapshot_xmin(m.mark)
            CROSS JOIN LATERAL unnest(i.accounts, i.amounts) z (account, amount)
            WHERE i.accounts IS NOT NULL AND z.account = ANY (p_accounts)
        ) x;
    END IF;
END $$;

-- Writes a round of a claim: of the units those that still wait in their lanes, then the pool's log, its accounts and its
-- turns. Returns the units with what their holder needs. p_request: what an earlier round of the claim got.
--
-- alike: groups of units that use the same, from 1; charge_* say what one unit of a group adds to the accounts. p_counts and
-- p_amounts have all units in them; those that were not won are taken out again.
CREATE FUNCTION claim_save_v1(
    p_pool int, p_n bigint, p_counter bigint, p_clocks bigint[], p_time bigint, p_swept_at bigint, p_counts bigint[],
    p_floor_of int[], p_floor_at bigint[], p_mark text, p_accounts text[], p_amounts bigint[],
    p_worker int, p_slot int, p_high bigint, p_low bigint, p_secret bytea, p_request bigint, p_first bigint, p_last bigint,
    p_key bigint[], p_tag bigint[], p_lane bigint[], p_head bigint[], p_phase int[], p_lacking text[], p_fits_at bigint[],
    p_unit bigint[], p_fence bigint[], p_alike int[],
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
            attempt = u.attempts + u.losses + 1, run_until = later_v1(p_time, u.run_limit), begun_at = NULL
        FROM (SELECT y.* FROM unnest(p_unit, p_fence) y (seq, fence) ORDER BY y.seq) z
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
