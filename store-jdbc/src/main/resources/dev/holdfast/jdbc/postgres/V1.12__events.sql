-- A feed of admissions, of units that wait again and of ends, schema 1.12.

-- The pools that are recorded. While there is none, `unit`, `unit_history` and `past_life` have no triggers.
CREATE TABLE event_pool (pool int PRIMARY KEY);

-- place: the epoch in the upper 16 bits, below them the transaction; so it grows over restores, after which transactions
-- are numbered anew. What is below the oldest transaction that still runs is complete and gets no more rows.
-- due: of ADMITTED and READY. state: of ENDED, as in unit_history. origin: of READY. written: by the clock of the server.
CREATE TABLE event (
    place bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    sort text COLLATE "C" NOT NULL CHECK (sort IN ('ADMITTED', 'READY', 'ENDED')),
    seq bigint NOT NULL,
    life int NOT NULL,
    pool int NOT NULL,
    work text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    due bigint NOT NULL,
    state smallint NOT NULL,
    origin text COLLATE "C" NOT NULL DEFAULT '',
    written bigint NOT NULL DEFAULT now_v1(NULL),
    PRIMARY KEY (place, id)
);

CREATE INDEX event_life ON event (seq, life) WHERE sort = 'ENDED';

-- The newest event that was forgotten; no row: none was.
CREATE TABLE event_end (place bigint NOT NULL, id bigint NOT NULL);

CREATE FUNCTION event_place_v1(p_xid xid8) RETURNS bigint LANGUAGE sql STABLE
SET search_path FROM CURRENT AS $$
    SELECT (a.epoch::bigint << 48) | p_xid::text::bigint FROM authority a
$$;

-- Units that come into a table of units. What comes back from unit_history to live again was admitted before.
CREATE FUNCTION event_units_v1() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
DECLARE
    v_place bigint := event_place_v1(pg_current_xact_id());
BEGIN
    INSERT INTO event (place, sort, seq, life, pool, work, at, due, state)
    SELECT v_place, x.sort, x.seq, x.life, x.pool, x.id, x.at, x.due, x.state FROM (
        SELECT 1 AS nth, 'ADMITTED' AS sort, f.seq, f.life, f.pool, f.id, f.admitted_at AS at,
            CASE WHEN TG_TABLE_NAME = 'unit' THEN f.state_at ELSE f.admitted_at END AS due, f.state
        FROM fresh f
        WHERE f.life = 1 AND CASE WHEN TG_TABLE_NAME = 'unit'
            THEN f.moved_by NOT IN ('HOLDER', 'SWEEP', 'CANCEL', 'OPERATOR', 'ADMISSION') ELSE f.moved_by = 'ADMISSION' END
        UNION ALL
        SELECT 2, 'ENDED', f.seq, f.life, f.pool, f.id, f.state_at, f.state_at, f.state FROM fresh f
        WHERE TG_TABLE_NAME = 'unit_history'
    ) x JOIN event_pool e ON e.pool = x.pool ORDER BY x.seq, x.nth;
    RETURN NULL;
END $$;

CREATE FUNCTION event_ready_v1() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO event (place, sort, seq, life, pool, work, at, due, state, origin)
    SELECT event_place_v1(pg_current_xact_id()), 'READY', NEW.seq, NEW.life, NEW.pool, NEW.id, NEW.state_at, NEW.state_at, 0,
        NEW.moved_by
    FROM event_pool e WHERE e.pool = NEW.pool;
    RETURN NULL;
END $$;

-- Lives that another one follows. One that ended in the transaction of its redrive was never in unit_history.
CREATE FUNCTION event_lives_v1() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
DECLARE
    v_place bigint := event_place_v1(pg_current_xact_id());
BEGIN
    INSERT INTO event (place, sort, seq, life, pool, work, at, due, state, origin)
    SELECT v_place, x.sort, x.seq, x.life, u.pool, u.id, x.at, x.at, x.state, x.origin FROM (
        SELECT 1 AS nth, 'ENDED' AS sort, f.seq, f.life, f.state_at AS at, f.state, '' AS origin FROM fresh f
        WHERE f.state_at = f.redriven_at AND NOT EXISTS (
            SELECT FROM event e WHERE e.seq = f.seq AND e.life = f.life AND e.sort = 'ENDED')
        UNION ALL
        SELECT 2, 'READY', f.seq, f.life + 1, f.redriven_at, 0, 'REDRIVEN' FROM fresh f
    ) x JOIN unit u ON u.seq = x.seq JOIN event_pool e ON e.pool = u.pool ORDER BY x.seq, x.life, x.nth;
    RETURN NULL;
END $$;

-- Forgets what was written before a moment and is complete.
CREATE FUNCTION forget_events_v1(p_before bigint) RETURNS bigint LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
DECLARE
    v_place bigint;
    v_id bigint;
    v_count bigint;
BEGIN
    SELECT e.place, e.id INTO v_place, v_id FROM event e
    WHERE e.written < p_before AND e.place < event_place_v1(pg_snapshot_xmin(pg_current_snapshot()))
    ORDER BY e.place DESC, e.id DESC LIMIT 1;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    DELETE FROM event e WHERE (e.place, e.id) <= (v_place, v_id);
    GET DIAGNOSTICS v_count = ROW_COUNT;
    DELETE FROM event_end;
    INSERT INTO event_end (place, id) VALUES (v_place, v_id);
    RETURN v_count;
END $$;
