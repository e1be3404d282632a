-- Policies in revisions, schema 1.4.

-- sources: where the values of the policy came from. keys_counted_from: the counter of the newest fence when claims of the
-- pool began to be counted by fairness key; empty as long as they are not.
ALTER TABLE pool ADD COLUMN sources text COLLATE "C" NOT NULL DEFAULT '', ADD COLUMN keys_counted_from bigint;

-- The calls are those of schema 1.1 with p_revision: the revision of the pool's policy
-- that the units were decided on. Where the pool has another one they insert nothing and answer 3 for every unit. It is read
-- by the statement that looks for the class, without a lock.

-- submit_v1 with the revision.
CREATE FUNCTION submit_v2(
    p_now bigint, p_pool int, p_revision int, p_keys_for bigint,
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

-- submit_one_v1 with the revision.
CREATE FUNCTION submit_one_v2(
    p_now bigint, p_pool int, p_revision int, p_keys_for bigint,
    p_lane bigint, p_id text, p_key text, p_asks_first boolean, p_delay bigint, p_start_by bigint, p_run_limit bigint,
    p_options text, p_media_type text, p_payload bytea, p_lock_timeout text
) RETURNS int LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
    v_now bigint := now_v1(p_now);
    v_seq bigint;
    v_class int;
    v_revision int;
BEGIN
    IF p_lock_timeout IS NOT NULL THEN
        PERFORM set_config('lock_timeout', p_lock_timeout, true);
    END IF;
    SELECT e.class, o.revision INTO v_class, v_revision
    FROM lane l JOIN eligibility e ON e.id = l.eligibility JOIN pool o ON o.id = e.pool WHERE l.id = p_lane;
    IF v_revision <> p_revision THEN
        RETURN 3;
    ELSIF v_class IS NULL THEN
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
