-- Takes the class from eligibilities of pool ?1 that nothing waits in or may wait in again. ?2: the clocks of the bands.
UPDATE eligibility AS e SET class = NULL
WHERE e.pool = ?1 AND e.class IS NOT NULL
AND NOT EXISTS (
    SELECT 1 FROM lane AS l WHERE l.eligibility = e.id
    AND (l.phase <> 0 OR l.tag > json_extract(?2, '$[' || l.band || ']'))
)
AND NOT EXISTS (
    SELECT 1 FROM lane AS l JOIN work AS w ON w.waits_in = l.id WHERE l.eligibility = e.id
)
AND e.id NOT IN (
    SELECT l.eligibility FROM work AS w JOIN lane AS l ON l.id = w.lane WHERE w.pool = ?1 AND w.due_at IS NOT NULL
    UNION
    SELECT l.eligibility FROM work AS w JOIN lane AS l ON l.id = w.lane WHERE w.pool = ?1 AND w.held_by IS NOT NULL
    UNION
    SELECT l.eligibility FROM work AS w JOIN lane AS l ON l.id = w.lane WHERE w.pool = ?1 AND w.unusual = 2
    UNION
    SELECT l.eligibility FROM work AS w JOIN lane AS l ON l.id = w.lane WHERE w.pool = ?1 AND w.unusual = 7
)
