-- Shared domains, schema 1.15.

-- pool: the pool that declares the domain; what the domain allows stands in its policy. A shared domain has none, and
-- stands here: revision and terms, a line a value. Its row is the lock of all claims that may use it.
ALTER TABLE domain ALTER COLUMN pool DROP NOT NULL, ADD COLUMN revision int, ADD COLUMN terms text,
    ADD CHECK ((pool IS NULL) = (revision IS NOT NULL) AND (revision IS NULL) = (terms IS NULL));

-- The pools whose policy uses a shared domain; and in the row that their claims read anyway, which ones. Both follow from
-- the policy.
CREATE TABLE domain_use (
    domain text COLLATE "C" NOT NULL,
    pool int NOT NULL,
    PRIMARY KEY (domain, pool)
);

ALTER TABLE pool ADD COLUMN shared_domains text[] COLLATE "C";

-- domain: the shared domain whose terms say so; then there is no pool.
ALTER TABLE domain_limit ALTER COLUMN pool DROP NOT NULL, ADD COLUMN domain text COLLATE "C",
    ADD CHECK ((pool IS NULL) = (domain IS NOT NULL));

CREATE INDEX domain_limit_domain ON domain_limit (domain);
