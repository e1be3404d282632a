-- Limits of fairness keys, schema 8.

-- counted: whether the live claim counts against the limit of its fairness key; empty, as for most, when it does not.
-- A policy that gets a limit later does not change what is claimed already. pool.keys_counted_from stays empty.
ALTER TABLE work ADD COLUMN counted INTEGER;
