-- Consumers that follow the log of audit entries and state changes: docs/decisions/events.md.

-- CreateTable
CREATE TABLE "log_follower" (
    "company_id" INTEGER NOT NULL,
    "consumer" TEXT NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "log_follower_pkey" PRIMARY KEY ("company_id","consumer")
);

-- Its rows change with each page of the log: room for the new version in the same page of the table.
ALTER TABLE "log_follower" SET (fillfactor = 50);

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "log_follower" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "log_follower"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "log_follower" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- For the worker: the companies whose log has rows that these consumers have not read. For each, one look-up in each index of the log.
CREATE FUNCTION companies_with_news(consumers text[]) RETURNS TABLE (company integer, reader text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT f.company_id, f.consumer
        FROM log_follower f LEFT JOIN audit_offset o ON o.company_id = f.company_id
        WHERE f.consumer = ANY (consumers) AND (
            EXISTS (
                SELECT 1 FROM audit_entry e
                WHERE e.company_id = f.company_id AND (e.transaction_id, e.id) > (f.transaction_id, f.id)
                  AND e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + coalesce(o.value, 0)
            ) OR EXISTS (
                SELECT 1 FROM state_change s
                WHERE s.company_id = f.company_id AND (s.transaction_id, s.id) > (f.transaction_id, f.id)
                  AND s.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + coalesce(o.value, 0)
            )
        );
END $$;

-- The companies whose log a consumer of all companies does not follow yet. `is_new`: the company was created after the consumer began to
-- follow others, so it follows from the first row on.
CREATE FUNCTION companies_to_follow(reader text) RETURNS TABLE (company integer, is_new boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    since constant timestamptz := (SELECT min(f.created_at) FROM log_follower f WHERE f.consumer = reader);
BEGIN
    RETURN QUERY SELECT c.id, coalesce(c.created_at > since, false)
        FROM company c
        WHERE NOT EXISTS (SELECT 1 FROM log_follower f WHERE f.company_id = c.id AND f.consumer = reader)
        ORDER BY c.id LIMIT 1000;
END $$;
