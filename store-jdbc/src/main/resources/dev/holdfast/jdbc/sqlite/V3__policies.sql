-- Policies in revisions, schema 3.

-- sources: where the values of the policy came from. keys_counted_from: the counter of the newest fence when claims of the
-- pool began to be counted by fairness key; empty as long as they are not.
ALTER TABLE pool ADD COLUMN sources TEXT NOT NULL DEFAULT '';
ALTER TABLE pool ADD COLUMN keys_counted_from INTEGER;
