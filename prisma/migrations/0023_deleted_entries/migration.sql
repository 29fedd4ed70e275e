-- The newest audit entry of each company that was deleted because of its age: a position before it misses deleted entries.
CREATE TABLE "audit_deletion" (
    "company_id" INTEGER NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "id" INTEGER NOT NULL,

    CONSTRAINT "audit_deletion_pkey" PRIMARY KEY ("company_id")
);

-- Row-level security: see 0011_row_level_security. Only delete_audit_entries writes: it runs as the owner.
ALTER TABLE "audit_deletion" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "audit_deletion"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'field_inspection_service') THEN
        REVOKE INSERT, UPDATE, DELETE ON audit_deletion FROM field_inspection_service;
    END IF;
END $$;

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "audit_deletion" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- Deletes up to 100 entries of each company that are older than a time. Returns how many. One instance at a time does it.
-- The companies are those of the log, so that the entries of a deleted company are deleted too. `logged` reads one index
-- entry for each of them (a loose index scan).
CREATE OR REPLACE FUNCTION delete_audit_entries(until timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    number integer;
BEGIN
    IF NOT pg_try_advisory_xact_lock(72707370) THEN RETURN 0; END IF;
    WITH RECURSIVE logged (company_id) AS (
        SELECT min(company_id) FROM audit_entry
        UNION ALL
        SELECT (SELECT min(e.company_id) FROM audit_entry e WHERE e.company_id > logged.company_id)
        FROM logged WHERE logged.company_id IS NOT NULL
    ), deleted AS (
        DELETE FROM audit_entry e USING logged CROSS JOIN LATERAL (
            SELECT transaction_id, id, at FROM audit_entry
            WHERE company_id = logged.company_id ORDER BY transaction_id, id LIMIT 100
        ) oldest
        WHERE oldest.at < until
          AND e.company_id = logged.company_id AND e.transaction_id = oldest.transaction_id AND e.id = oldest.id
        RETURNING e.company_id, e.transaction_id, e.id
    ), noted AS (
        INSERT INTO audit_deletion (company_id, transaction_id, id)
        SELECT DISTINCT ON (company_id) company_id, transaction_id, id FROM deleted
        ORDER BY company_id, transaction_id DESC, id DESC
        ON CONFLICT (company_id) DO UPDATE SET transaction_id = excluded.transaction_id, id = excluded.id
    )
    SELECT count(*) INTO number FROM deleted;
    RETURN number;
END $$;

-- True, or an error with the SQLSTATE FI001 if entries after this position have been deleted.
CREATE FUNCTION check_audit_position(company integer, transaction bigint, entry integer) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF EXISTS (
        SELECT FROM audit_deletion d
        WHERE d.company_id = company AND (d.transaction_id, d.id) > (transaction, entry)
    ) THEN RAISE EXCEPTION 'entries after this position were deleted' USING ERRCODE = 'FI001'; END IF;
    RETURN true;
END $$;
