-- Reservations, schema 13.

-- Since when nothing of a parked lane found room: the pool's newest grant then, the moment, the lane's first unit.
ALTER TABLE lane ADD COLUMN blocked_grant INTEGER;
ALTER TABLE lane ADD COLUMN blocked_at INTEGER;
ALTER TABLE lane ADD COLUMN blocked_seq INTEGER;

CREATE INDEX lane_blocked ON lane (eligibility, blocked_grant, blocked_at, blocked_seq) WHERE blocked_grant IS NOT NULL;

-- The pool's reservation; empty when it has none.
ALTER TABLE pool ADD COLUMN reservation TEXT;
