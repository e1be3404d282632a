-- Domains, schema 9.

-- A lane that is parked on a domain says how far from the domain's limit its use has to be; before, how much may be used.
-- Those that are parked are looked at again.
UPDATE lane SET phase = 1, lacking = NULL, fits_at = NULL WHERE phase = 2 AND substr(lacking, 1, 7) = 'DOMAIN_';

-- Beside what live claims use of a domain there is what uncertain units keep of it. Needs have a line each; in a line a
-- backslash is written twice.
WITH RECURSIVE kept AS (
    SELECT p.authority, l.needs, count(*) AS units
    FROM work w JOIN lane l ON l.id = w.lane JOIN eligibility e ON e.id = l.eligibility JOIN pool p ON p.id = w.pool
    WHERE w.state = 2 AND substr(e.text, instr(e.text, char(9)) + 1, 11) = 'RECONCILED' || char(9)
    GROUP BY p.authority, l.needs
), line AS (
    SELECT authority, needs, units, '' AS text, needs || char(10) AS rest FROM kept
    UNION ALL
    SELECT authority, needs, units, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1)
    FROM line WHERE rest <> ''
), part AS (
    SELECT authority, needs, units, substr(text, 1, instr(text, char(9)) - 1) AS sort, substr(text, instr(text, char(9)) + 1) AS said
    FROM line WHERE text <> ''
), domain_line AS (
    SELECT authority, needs, units, replace(said, '\\', '\') AS domain FROM part WHERE sort = 'domain'
), resource_line AS (
    SELECT authority, needs, replace(substr(said, 1, instr(said, char(9)) - 1), '\\', '\') AS resource,
        CAST(substr(said, instr(said, char(9)) + 1) AS INTEGER) AS amount
    FROM part WHERE sort = 'resource'
)
INSERT INTO account (authority, scope, owner, what, used)
SELECT authority, 'QUARANTINED_CLAIMS', domain, 'claims', sum(units) FROM domain_line GROUP BY authority, domain
UNION ALL
SELECT d.authority, 'QUARANTINED_RESOURCE', d.domain, r.resource, sum(d.units * r.amount)
FROM domain_line d JOIN resource_line r ON r.authority = d.authority AND r.needs = d.needs
GROUP BY d.authority, d.domain, r.resource;
