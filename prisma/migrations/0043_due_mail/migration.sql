-- For the worker of the outbox, as in 0018_company_mail. The worker asks every two seconds, and usually no mail is due. A distributed
-- PostgreSQL (Citus) has the outbox on the coordinator, and the turns of the companies on all servers: so these are read only if the
-- companies with due mails are several, and only theirs.
CREATE OR REPLACE FUNCTION companies_of_due_mail() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    due integer[] := ARRAY(SELECT DISTINCT m.company_id FROM queued_mail m WHERE m.next_attempt_at <= now());
BEGIN
    IF cardinality(due) < 2 THEN
        RETURN QUERY SELECT unnest(due);
        RETURN;
    END IF;
    RETURN QUERY SELECT d.company_id
        FROM unnest(due) AS d (company_id)
        LEFT JOIN (
            SELECT t.company_id, t.last_mail_at FROM company_mail t WHERE t.company_id = ANY (due)
        ) turn ON turn.company_id = d.company_id
        ORDER BY d.company_id IS NOT NULL, turn.last_mail_at NULLS FIRST, d.company_id LIMIT 10;
END $$;
