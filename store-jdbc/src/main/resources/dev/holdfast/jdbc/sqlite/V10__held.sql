-- Units that are held, schema 10.

-- state 7: held. state_at: when its hold is over. moved_by: what happens then, PROMOTE or WITHDRAW. `unusual` says 7 too, so
-- that no other index than these two has to do with it. start_by is empty until the unit is promoted.
CREATE INDEX work_hold_over ON work (pool, state_at, seq) WHERE unusual = 7;
