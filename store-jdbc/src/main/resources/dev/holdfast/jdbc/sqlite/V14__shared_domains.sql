-- Shared domains, schema 14.

-- pool: the pool that declares the domain; what the domain allows stands in its policy. A shared domain has none, and
-- stands here: revision and terms, a line a value.
CREATE TABLE domain_14 (
    authority INTEGER NOT NULL,
    name TEXT NOT NULL,
    pool INTEGER,
    revision INTEGER,
    terms TEXT,
    PRIMARY KEY (authority, name),
    CHECK ((pool IS NULL) = (revision IS NOT NULL) AND (revision IS NULL) = (terms IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO domain_14 (authority, name, pool) SELECT authority, name, pool FROM domain;

DROP TABLE domain;

ALTER TABLE domain_14 RENAME TO domain;
