-- The transaction ids of a company's entries are those of the server plus an offset, so that entries keep their order when
-- the company comes to a server whose ids are lower: after pg_restore, for example. Without a row, the offset is 0.
CREATE TABLE "audit_offset" (
    "company_id" INTEGER NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "audit_offset_pkey" PRIMARY KEY ("company_id")
);

-- Row-level security: see 0011_row_level_security. Only raise_audit_offsets writes: it runs as the owner.
ALTER TABLE "audit_offset" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "audit_offset"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'field_inspection_service') THEN
        REVOKE INSERT, UPDATE, DELETE ON audit_offset FROM field_inspection_service;
    END IF;
END $$;

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "audit_offset" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- Adds the offset in audit_table (0016_audit) and in the functions of the triggers that it has generated. Replacing a
-- function locks no table. Transactions in progress go on with the function that they have started with: it adds nothing,
-- and all offsets are 0 until raise_audit_offsets locks the log, which waits for these transactions.
DO $$
DECLARE
    id constant text := 'pg_current_xact_id()::text::bigint';
    definition text;
BEGIN
    FOR definition IN
        SELECT pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND starts_with(proname, 'audit_') AND position(id IN prosrc) > 0
    LOOP
        EXECUTE replace(definition, id,
            id || ' + coalesce((SELECT o.value FROM audit_offset o WHERE o.company_id = c.company_id), 0)');
    END LOOP;
END $$;

-- The companies whose newest entry has an id that this server has not assigned yet, each with the id of that entry.
CREATE FUNCTION companies_ahead_of_server() RETURNS TABLE (company_id integer, newest bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT c.id, e.transaction_id
    FROM company c
    CROSS JOIN LATERAL (
        SELECT transaction_id FROM audit_entry WHERE company_id = c.id ORDER BY transaction_id DESC LIMIT 1
    ) e
    LEFT JOIN audit_offset o ON o.company_id = c.id
    WHERE e.transaction_id - coalesce(o.value, 0) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
$$;

-- Raises the offset of these companies, so that all new entries have higher ids than the existing ones. Returns the number of
-- companies. Each start of the service calls it. The lock waits for transactions that have written entries, and lets others
-- wait, so each transaction writes with one offset. The oldest transaction in progress (xmin) has the lowest id that a new
-- entry can have.
CREATE FUNCTION raise_audit_offsets() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    raised integer;
BEGIN
    IF NOT EXISTS (SELECT FROM companies_ahead_of_server()) THEN RETURN 0; END IF;
    LOCK TABLE audit_entry IN SHARE ROW EXCLUSIVE MODE;
    INSERT INTO audit_offset (company_id, value)
    SELECT company_id, newest + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM companies_ahead_of_server()
    ON CONFLICT (company_id) DO UPDATE SET value = excluded.value;
    GET DIAGNOSTICS raised = ROW_COUNT;
    RETURN raised;
END $$;
