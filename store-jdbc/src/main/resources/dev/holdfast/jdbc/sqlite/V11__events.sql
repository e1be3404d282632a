-- A feed of admissions, of units that wait again and of ends, schema 11.

-- The pools that are recorded. While there is none, no table has triggers that write events.
CREATE TABLE event_pool (pool INTEGER PRIMARY KEY) STRICT;

-- at: of ENDED. due: of ADMITTED and READY. state: of ENDED. origin: of READY.
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sort TEXT NOT NULL CHECK (sort IN ('ADMITTED', 'READY', 'ENDED')),
    seq INTEGER NOT NULL,
    life INTEGER NOT NULL,
    at INTEGER NOT NULL,
    due INTEGER NOT NULL,
    state INTEGER NOT NULL,
    origin TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX event_life ON event (seq, life) WHERE sort = 'ENDED';
