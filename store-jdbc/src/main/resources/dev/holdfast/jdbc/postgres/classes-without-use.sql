-- Takes the class from eligibilities of a pool that nothing waits in or may wait in again. The parameters are the
-- pool, eligibilities that are about to be used, and the pool again.
UPDATE $.eligibility e SET class = NULL
WHERE e.pool = ? AND e.class IS NOT NULL AND NOT e.id = ANY (?)
AND NOT EXISTS (
    SELECT FROM $.lane l CROSS JOIN LATERAL (
        SELECT t.* FROM $.turn t WHERE t.lane = l.id ORDER BY t.lane DESC, t.n DESC LIMIT 1
    ) t CROSS JOIN LATERAL (
        SELECT o.clocks FROM $.pool_log o WHERE o.pool = ? ORDER BY o.pool DESC, o.n DESC LIMIT 1
    ) o
    WHERE l.eligibility = e.id AND (t.phase <> 0 OR t.tag > o.clocks[t.band + 1])
)
AND NOT EXISTS (
    SELECT FROM $.lane l JOIN $.unit u ON u.lane = l.id AND u.state = 0 WHERE l.eligibility = e.id
)
AND e.id NOT IN (
    SELECT l.eligibility FROM $.unit u JOIN $.lane l ON l.id = u.lane WHERE u.pool = e.pool AND u.state <> 0
)
