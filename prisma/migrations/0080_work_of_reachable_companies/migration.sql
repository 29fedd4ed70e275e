-- Older instances: drops function companies_of_due_mail(): they call it without a parameter, and the new one has a default.
-- The queries with which workers find companies that have work: `among` are the companies to ask; null: all. If a server of a
-- distributed PostgreSQL (Citus) is down, a query of all companies fails: then the workers ask the companies of the other servers.
-- Citus leaves a server out only if each table is compared with them. See src/domain/find-work.ts. Instances of older releases do not
-- send `among`.

-- The companies of the servers that respond. Only a distributed PostgreSQL can execute it.
CREATE FUNCTION reachable_companies() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT unnest(s.result::integer[])
        FROM run_command_on_shards('company', 'SELECT coalesce(array_agg(id), ''{}'') FROM %s') s WHERE s.success;
END $$;

-- As in 0063_log_follower.
DROP FUNCTION companies_with_news(text[]);
CREATE FUNCTION companies_with_news(consumers text[], among integer[] DEFAULT NULL) RETURNS TABLE (company integer, reader text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT f.company_id, f.consumer
        FROM log_follower f LEFT JOIN audit_offset o ON o.company_id = f.company_id
        WHERE f.consumer = ANY (consumers) AND (among IS NULL OR f.company_id = ANY (among)) AND (
            EXISTS (
                SELECT 1 FROM audit_entry e
                WHERE e.company_id = f.company_id AND (among IS NULL OR e.company_id = ANY (among))
                  AND (e.transaction_id, e.id) > (f.transaction_id, f.id)
                  AND e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + coalesce(o.value, 0)
            ) OR EXISTS (
                SELECT 1 FROM state_change s
                WHERE s.company_id = f.company_id AND (among IS NULL OR s.company_id = ANY (among))
                  AND (s.transaction_id, s.id) > (f.transaction_id, f.id)
                  AND s.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + coalesce(o.value, 0)
            )
        );
END $$;

-- As in 0064_webhooks.
DROP FUNCTION companies_of_due_deliveries();
CREATE FUNCTION companies_of_due_deliveries(among integer[] DEFAULT NULL) RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT w.company_id
        FROM webhook w
        WHERE w.disabled_at IS NULL AND w.deleted_at IS NULL AND (w.paused_until IS NULL OR w.paused_until <= now())
          AND (among IS NULL OR w.company_id = ANY (among))
          AND EXISTS (
              SELECT 1 FROM webhook_delivery d
              WHERE d.company_id = w.company_id AND (among IS NULL OR d.company_id = ANY (among))
                AND d.webhook_id = w.id AND d.state = 'pending' AND d.next_attempt_at <= now()
          )
        GROUP BY w.company_id;
END $$;

-- As in 0051_reports.
DROP FUNCTION companies_of_due_reports();
CREATE FUNCTION companies_of_due_reports(among integer[] DEFAULT NULL) RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT r.company_id
        FROM report r
        WHERE r.status = 'pending' AND r.next_attempt_at <= now() AND (among IS NULL OR r.company_id = ANY (among))
        GROUP BY r.company_id ORDER BY min(r.next_attempt_at), r.company_id LIMIT 10;
END $$;

-- As in 0067_notices.
DROP FUNCTION companies_of_due_notices();
CREATE FUNCTION companies_of_due_notices(among integer[] DEFAULT NULL) RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT n.company_id
        FROM notice n WHERE n.next_attempt_at <= now() AND (among IS NULL OR n.company_id = ANY (among))
        GROUP BY n.company_id ORDER BY min(n.next_attempt_at), n.company_id LIMIT 10;
END $$;

-- As in 0067_notices.
DROP FUNCTION companies_of_due_digests(timestamptz);
CREATE FUNCTION companies_of_due_digests(until timestamptz, among integer[] DEFAULT NULL) RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT DISTINCT u.company_id
        FROM app_user u
        WHERE u.digest_days IS NOT NULL AND u.active AND u.deleted_at IS NULL AND (among IS NULL OR u.company_id = ANY (among))
          AND coalesce(u.digested_at, u.created_at) < newest_digest(u.digest_days, coalesce(u.digest_hour, 7), u.timezone, until)
        LIMIT 10;
END $$;

-- As in 0043_due_mail. A mail for a forgotten password has no company, and all servers must respond to find its user: it waits.
DROP FUNCTION companies_of_due_mail();
CREATE FUNCTION companies_of_due_mail(among integer[] DEFAULT NULL) RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    due integer[] := ARRAY(
        SELECT DISTINCT m.company_id FROM queued_mail m
        WHERE m.next_attempt_at <= now() AND (among IS NULL OR m.company_id = ANY (among)));
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
