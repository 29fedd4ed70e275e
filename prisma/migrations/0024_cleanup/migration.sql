LOCK TABLE "audit_entry" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "session", "password_token" IN SHARE MODE;
LOCK TABLE "service_state";

-- Searches of the audit log by user and by request. To build the indexes of a large table before the upgrade, run these two
-- statements with CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "audit_entry_company_id_user_id_transaction_id_idx"
    ON "audit_entry"("company_id", "user_id", "transaction_id");
CREATE INDEX IF NOT EXISTS "audit_entry_company_id_request_id_idx" ON "audit_entry"("company_id", "request_id");

-- A search by user reads the index above even if a few users write almost all entries: for a user whose id is not known when
-- the statement is planned, PostgreSQL expects this part of the entries.
ALTER TABLE "audit_entry" ALTER COLUMN "user_id" SET (n_distinct = 1000);

-- The id of the transaction from which on the entries of a company are at or after a time, to within the hours that a
-- transaction may take: the entries are in the order of their transactions, and their times are those at which these began.
-- A binary search reads about 30 of them, so that a search by time needs no index of its own.
CREATE FUNCTION audit_transaction_at(company integer, wanted timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
    low bigint := (SELECT min(transaction_id) FROM audit_entry WHERE company_id = company);
    high bigint := (SELECT max(transaction_id) + 1 FROM audit_entry WHERE company_id = company);
    found record;
BEGIN
    WHILE low < high LOOP
        SELECT e.transaction_id AS id, e.at INTO found FROM audit_entry e
        WHERE e.company_id = company AND e.transaction_id >= (low + high) / 2
        ORDER BY e.transaction_id LIMIT 1;
        IF found.at < wanted THEN low := found.id + 1; ELSE high := (low + high) / 2; END IF;
    END LOOP;
    RETURN low;
END $$;

-- When expired rows were last deleted, and how many of each kind were left over, at most 10,000.
ALTER TABLE "service_state" ADD COLUMN "cleaned_at" TIMESTAMPTZ(3), ADD COLUMN "left_over" JSONB;

-- The cleanup finds revoked sessions and expired tokens for new passwords with these.
CREATE INDEX "session_revoked_at_idx" ON "session"("revoked_at");
CREATE INDEX "password_token_expires_at_idx" ON "password_token"("expires_at");

-- Deletes up to 1,000 rows of each kind that nothing reads any more: of all companies, in one transaction. One process at a
-- time does it. Returns how many rows it has deleted. `audit_until` is null if audit entries are kept.
--
-- Tokens and revoked sessions are kept for a day, so that an operator can look them up. A session without tokens has ended.
CREATE FUNCTION delete_expired(audit_until timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    batch constant integer := 1000;
    entries integer := 0;
    number integer;
    total integer := 0;
    remaining jsonb := '{}';
    source record;
    companies integer[];
    sessions uuid[];
BEGIN
    IF NOT pg_try_advisory_xact_lock(72707371) THEN RETURN 0; END IF;
    FOR source IN SELECT * FROM (VALUES
        ('access_token', 'expires_at', interval '1 day', 'session_id'),
        ('refresh_token', 'expires_at', interval '1 day', 'session_id'),
        ('session', 'revoked_at', interval '1 day', 'NULL::uuid'),
        ('password_token', 'expires_at', interval '0', 'NULL::uuid'),
        ('idempotency_key', 'created_at', interval '24 hours', 'NULL::uuid')
    ) sources (name, at, kept, session) LOOP
        -- `skip locked`: requests do not wait for the cleanup, and it does not wait for them.
        EXECUTE format($sql$
            WITH gone AS (
                DELETE FROM %1$I WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM %1$I WHERE %2$I < now() - $1 ORDER BY %2$I LIMIT $2 FOR UPDATE SKIP LOCKED
                )) RETURNING company_id, %3$s AS session_id
            )
            SELECT count(*), array_agg(company_id), array_agg(session_id) FROM gone
            $sql$, source.name, source.at, source.session)
        INTO number, companies, sessions USING source.kept, batch;
        total := total + number;
        IF number > 0 AND source.session = 'session_id' THEN
            DELETE FROM session s USING (SELECT DISTINCT * FROM unnest(companies, sessions)) ended (company_id, id)
            WHERE s.company_id = ended.company_id AND s.id = ended.id
              AND NOT EXISTS (SELECT FROM access_token t WHERE t.company_id = s.company_id AND t.session_id = s.id)
              AND NOT EXISTS (SELECT FROM refresh_token t WHERE t.company_id = s.company_id AND t.session_id = s.id);
        END IF;
        EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE %I < now() - $1 LIMIT 10000) due', source.name, source.at)
        INTO number USING source.kept;
        remaining := remaining || jsonb_build_object(source.name, number);
    END LOOP;
    IF audit_until IS NOT NULL THEN
        entries := delete_audit_entries(audit_until);
        -- As many as the next call deletes.
        WITH RECURSIVE logged (company_id) AS (
            SELECT min(company_id) FROM audit_entry
            UNION ALL
            SELECT (SELECT min(e.company_id) FROM audit_entry e WHERE e.company_id > logged.company_id)
            FROM logged WHERE logged.company_id IS NOT NULL
        )
        SELECT count(*) INTO number FROM logged CROSS JOIN LATERAL (
            SELECT at FROM audit_entry WHERE company_id = logged.company_id ORDER BY transaction_id, id LIMIT 100
        ) oldest WHERE oldest.at < audit_until;
        remaining := remaining || jsonb_build_object('audit_entry', number);
    END IF;
    UPDATE service_state SET cleaned_at = now(), left_over = remaining;
    RETURN total + entries;
END $$;

-- For metrics: the state of the cleanup, and the time of the oldest mail that is not sent yet.
CREATE FUNCTION service_figures() RETURNS TABLE (cleaned_at timestamptz, left_over jsonb, oldest_mail timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT s.cleaned_at, s.left_over, (SELECT min(m.created_at) FROM queued_mail m) FROM service_state s;
END $$;
