-- Grants that cost run time, schema 12.

-- What the grant of the live claim cost its key, in pools that charge run time; empty in all others. fare_for: the expected run
-- time in microseconds. A row of a claim that has ended may still say it, and nobody asks.
ALTER TABLE work ADD COLUMN fare_for INTEGER;
ALTER TABLE work ADD COLUMN fare INTEGER;
