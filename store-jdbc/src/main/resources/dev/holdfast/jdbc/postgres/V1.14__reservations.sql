-- Reservations, schema 1.14.

-- Since when nothing of a parked lane found room: the pool's newest grant then, the moment, the lane's first unit. Programs of
-- before forget it when they move the lane.
ALTER TABLE turn ADD COLUMN blocked bigint[] CHECK (cardinality(blocked) = 3);

CREATE INDEX turn_blocked ON turn (eligibility, blocked) WHERE blocked IS NOT NULL;

-- reservation: of the pool; reserved: the unit that it is for. The limits follow from the policy.
ALTER TABLE pool ADD COLUMN reservation text, ADD COLUMN reserved bigint, ADD COLUMN bypass_limit bigint NOT NULL DEFAULT 1000,
    ADD COLUMN aging_after bigint NOT NULL DEFAULT 300000000;

-- claim_load_v15, which is of the next step: nobody calls this one before that is done. It also brings, in pools in which a lane is parked, the lanes that are blocked for too long, and where the pool has a
-- reservation, the lane of its unit.
CREATE FUNCTION claim_load_v14(
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
    OUT used_account text[], OUT used bigint[], OUT next_due bigint, OUT shared_name text[], OUT shared_terms text[], OUT reservation text, OUT lane_blocked text[]
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
    v_others text[];
    v_others_used bigint[];
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
    IF v_pool.shared_domains IS NOT NULL THEN
        -- By name, and behind the pool and the worker: so whoever claims of several pools waits in one order for all.
        PERFORM FROM domain d WHERE d.name = ANY (v_pool.shared_domains) ORDER BY d.name FOR NO KEY UPDATE;
        SELECT array_agg(d.name), array_agg(d.terms) INTO shared_name, shared_terms
        FROM domain d WHERE d.name = ANY (v_pool.shared_domains);
        -- What other pools use of them. One statement: what is folded in at this moment is seen once, in log or inbox.
        WITH a AS MATERIALIZED (
            SELECT x.account, u.pool FROM domain_limit d JOIN domain_use u ON u.domain = d.domain
            CROSS JOIN LATERAL (VALUES (d.account), ('QUARANTINED' || substr(d.account, 7))) x (account)
            WHERE d.domain = ANY (v_pool.shared_domains) AND u.pool <> p_pool
        )
        SELECT array_agg(z.account), array_agg(z.used) INTO v_others, v_others_used FROM (
            SELECT y.account, sum(y.amount)::bigint used FROM (
                SELECT a.account, g.used amount FROM a CROSS JOIN LATERAL (
                    SELECT g.used FROM account_log g WHERE g.pool = a.pool AND g.account = a.account
                    ORDER BY g.pool DESC, g.account DESC, g.n DESC LIMIT 1
                ) g
                UNION ALL
                SELECT e.account, e.amount FROM (SELECT DISTINCT a.pool FROM a) o
                CROSS JOIN LATERAL (
                    SELECT l.mark FROM pool_log l WHERE l.pool = o.pool ORDER BY l.pool DESC, l.n DESC LIMIT 1
                ) m
                JOIN inbox i ON i.pool = o.pool AND i.xid >= pg_snapshot_xmin(m.mark)
                CROSS JOIN LATERAL unnest(i.accounts, i.amounts) e (account, amount)
                WHERE i.accounts IS NOT NULL AND e.account IN (SELECT a.account FROM a)
            ) y GROUP BY y.account
        ) z;
    END IF;
    now := now_v1(p_now);
    reservation := v_pool.reservation;
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
                INSERT INTO turn (lane, n, pool, fairness_key, eligibility, band, tag, key_order, phase, head, lacking, fits_at, blocked)
                SELECT lane, v_log.n + 1, pool, fairness_key, eligibility, band, greatest(tag, clock), key_order,
                    CASE WHEN new_head IS NOT NULL AND phase = 0 THEN 1 ELSE phase END, least(head, new_head), lacking, fits_at, blocked
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
    SELECT array_fill(false, ARRAY[v_first]), array_fill(false, ARRAY[v_first]), array_fill(NULL::text, ARRAY[v_first])
    INTO lane_parked, lane_first, lane_blocked;

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
                + coalesce(fold_amounts[array_position(fold_accounts, s.lacking)], 0)
                + coalesce(v_others_used[array_position(v_others, s.lacking)], 0)
                + CASE WHEN NOT starts_with(s.lacking, 'DOMAIN_') THEN 0 ELSE (
                    SELECT least(q.used, d.quarantine) - coalesce(d.most, 9223372036854775807)
                    FROM (
                        SELECT coalesce((
                            SELECT a.used FROM account_log a WHERE a.pool = p_pool AND a.account = k.account
                            ORDER BY a.pool DESC, a.account DESC, a.n DESC LIMIT 1), 0)
                            + coalesce(fold_amounts[array_position(fold_accounts, k.account)], 0)
                            + coalesce(v_others_used[array_position(v_others, k.account)], 0) used
                        FROM (SELECT 'QUARANTINED' || substr(s.lacking, 7) account) k
                    ) q LEFT JOIN domain_limit d ON d.account = s.lacking) END <= s.fits_at has_room
            FROM spot s
        )
        SELECT lane_list || coalesce(array_agg(r.list), '{}'), claim_load_v14.lane || coalesce(array_agg(r.lane), '{}'),
            lane_tag || coalesce(array_agg(r.tag), '{}'), v_head || coalesce(array_agg(r.head), '{}'),
            lane_parked || coalesce(array_agg(true), '{}'), lane_first || coalesce(array_agg(NOT r.has_room), '{}'),
            lane_blocked || coalesce(array_agg(r.blocked), '{}')
        INTO lane_list, lane, lane_tag, v_head, lane_parked, lane_first, lane_blocked
        FROM (
            SELECT -(dense_rank() OVER (ORDER BY s.o, e.e))::int list, s.has_room, t.lane, t.tag, t.head, t.blocked::text blocked
            FROM room s CROSS JOIN unnest(p_eligibilities) e (e) CROSS JOIN LATERAL (
                SELECT t.lane, t.tag, t.head, t.blocked FROM turn t
                WHERE t.pool = p_pool AND t.phase = 2 AND t.lacking = s.lacking AND t.fits_at = s.fits_at AND t.eligibility = e.e
                ORDER BY t.band, t.tag, t.key_order, t.lane LIMIT CASE WHEN s.has_room THEN p_window + 1 ELSE 1 END
            ) t
        ) r;
        IF v_pool.reserved IS NULL THEN
            -- Of each class those that are blocked for longest, of which the rules want the ones whose time has come.
            SELECT lane_list || coalesce(array_agg(2147483647), '{}'), claim_load_v14.lane || coalesce(array_agg(r.lane), '{}'),
                lane_tag || coalesce(array_agg(r.tag), '{}'), v_head || coalesce(array_agg(r.head), '{}'),
                lane_parked || coalesce(array_agg(true), '{}'), lane_first || coalesce(array_agg(false), '{}'),
                lane_blocked || coalesce(array_agg(r.blocked::text), '{}')
            INTO lane_list, lane, lane_tag, v_head, lane_parked, lane_first, lane_blocked
            FROM (
                SELECT t.* FROM unnest(p_eligibilities) e (e) CROSS JOIN LATERAL (
                    SELECT t.lane, t.tag, t.head, t.blocked FROM turn t
                    WHERE t.eligibility = e.e AND t.blocked IS NOT NULL ORDER BY t.blocked LIMIT 16
                ) t
            ) r
            WHERE v_log.counter - r.blocked[1] >= v_pool.bypass_limit
            OR greatest(now, v_log.time) - r.blocked[2] >= v_pool.aging_after;
        END IF;
    END IF;
    IF v_pool.reserved IS NOT NULL THEN
        SELECT lane_list || coalesce(array_agg(2147483646), '{}'), claim_load_v14.lane || coalesce(array_agg(r.lane), '{}'),
            lane_tag || coalesce(array_agg(r.tag), '{}'), v_head || coalesce(array_agg(r.head), '{}'),
            lane_parked || coalesce(array_agg(r.phase = 2), '{}'), lane_first || coalesce(array_agg(false), '{}'),
            lane_blocked || coalesce(array_agg(r.blocked::text), '{}')
        INTO lane_list, lane, lane_tag, v_head, lane_parked, lane_first, lane_blocked
        FROM (
            SELECT t.lane, t.tag, t.head, t.phase, t.blocked FROM unit u CROSS JOIN LATERAL (
                SELECT * FROM turn t WHERE t.lane = u.lane ORDER BY t.lane DESC, t.n DESC LIMIT 1
            ) t WHERE u.seq = v_pool.reserved AND u.state = 0
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
        SELECT a.account, coalesce(fold_amounts[array_position(fold_accounts, a.account)], 0)
            + coalesce(v_others_used[array_position(v_others, a.account)], 0) + coalesce((
            SELECT g.used FROM account_log g WHERE g.pool = p_pool AND g.account = a.account
            ORDER BY g.pool DESC, g.account DESC, g.n DESC LIMIT 1), 0) used
        FROM asked a
    )
    SELECT array_agg(s.account), array_agg(s.used) INTO used_account, used FROM summed s WHERE s.used <> 0;
    IF cardinality(p_other_pools) > 0 THEN
        -- What the worker uses of other pools: their accounts, and what their inboxes still have to tell.
        SELECT used_account || coalesce(array_agg(x.account), '{}'), claim_load_v14.used || coalesce(array_agg(x.amount), '{}')
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

-- claim_save_v2 with p_blocked, by lane.
CREATE FUNCTION claim_save_v14(
    p_pool int, p_n bigint, p_counter bigint, p_clocks bigint[], p_time bigint, p_swept_at bigint, p_counts bigint[],
    p_floor_of int[], p_floor_at bigint[], p_mark text, p_accounts text[], p_amounts bigint[],
    p_worker int, p_slot int, p_high bigint, p_low bigint, p_secret bytea, p_request bigint, p_first bigint, p_last bigint,
    p_key bigint[], p_tag bigint[], p_lane bigint[], p_head bigint[], p_phase int[], p_lacking text[], p_fits_at bigint[],
    p_blocked text[],
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
            SELECT y.lane, max(y.tag) tag, max(y.head) head, max(y.phase) phase, max(y.lacking) lacking, max(y.fits_at) fits_at,
                max(y.blocked)::bigint[] blocked
            FROM (
                SELECT l.id lane, k.tag, NULL::bigint head, NULL::int phase, NULL::text lacking, NULL::bigint fits_at,
                    NULL::text blocked
                FROM unnest(p_key, p_tag) k (key, tag) JOIN lane l ON l.fairness_key = k.key
                UNION ALL
                SELECT z.lane, NULL, z.head, z.phase, z.lacking, z.fits_at, z.blocked
                FROM unnest(p_lane, p_head, p_phase, p_lacking, p_fits_at, p_blocked)
                    z (lane, head, phase, lacking, fits_at, blocked)
            ) y GROUP BY y.lane
        ), newest AS MATERIALIZED (
            SELECT t.*, x.tag new_tag, x.head new_head, x.phase new_phase, x.lacking new_lacking, x.fits_at new_fits_at,
                x.blocked new_blocked
            FROM x CROSS JOIN LATERAL (
                SELECT t.ctid tid, t.* FROM turn t WHERE t.lane = x.lane ORDER BY t.lane DESC, t.n DESC LIMIT 1
            ) t
        ), gone AS (
            DELETE FROM turn t USING newest WHERE t.ctid = newest.tid
        )
        INSERT INTO turn (lane, n, pool, fairness_key, eligibility, band, tag, key_order, phase, head, lacking, fits_at, blocked)
        SELECT lane, p_n + 1, pool, fairness_key, eligibility, band, coalesce(new_tag, tag), key_order,
            coalesce(new_phase, phase), coalesce(new_head, head),
            CASE WHEN new_phase IS NULL THEN lacking ELSE new_lacking END,
            CASE WHEN new_phase IS NULL THEN fits_at ELSE new_fits_at END,
            CASE WHEN new_phase IS NULL THEN blocked ELSE new_blocked END
        FROM newest;
    END IF;
END $$;
