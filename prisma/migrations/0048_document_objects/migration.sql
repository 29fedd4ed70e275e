-- Objects of stores that have the content of files. Older instances send such files as empty ones, so set DOCUMENT_STORAGE when none of
-- these instances is left.

LOCK TABLE "company" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "document_object" (
    "company_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "key" UUID NOT NULL,
    "store" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stored_at" TIMESTAMPTZ(3),
    "condemned_at" TIMESTAMPTZ(3),

    CONSTRAINT "document_object_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "document_object_company_id_key_idx" ON "document_object"("company_id", "key");

-- AddForeignKey
ALTER TABLE "document_object" ADD CONSTRAINT "document_object_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- A content is read from one object.
CREATE UNIQUE INDEX "document_object_stored_key" ON "document_object" ("company_id", "key")
    WHERE "stored_at" IS NOT NULL AND "condemned_at" IS NULL;

-- Objects that are not read are few: see 0004_rare_flags.
CREATE INDEX "document_object_not_read_idx" ON "document_object" ("created_at")
    WHERE "stored_at" IS NULL OR "condemned_at" IS NOT NULL;

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "document_object" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "document_object"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "document_object" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- See 0045_documents. Also condemns the objects of the uploads: the cleanup deletes them in their store, and then their rows.
CREATE OR REPLACE FUNCTION delete_uploads(until timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    company integer;
    keys uuid[];
    locked uuid[];
    total integer := 0;
BEGIN
    FOR company, keys IN
        SELECT company_id, array_agg(key)
        FROM (SELECT company_id, key FROM document_upload WHERE created_at < until ORDER BY created_at LIMIT 100) due
        GROUP BY company_id
    LOOP
        locked := (
            SELECT coalesce(array_agg(key), '{}') FROM (
                SELECT key FROM document_upload WHERE company_id = company AND key = ANY (keys) FOR UPDATE SKIP LOCKED
            ) free
        );
        DELETE FROM document WHERE company_id = company AND content_key = ANY (locked);
        DELETE FROM document_content WHERE company_id = company AND key = ANY (locked);
        UPDATE document_object SET condemned_at = now()
        WHERE company_id = company AND key = ANY (locked) AND condemned_at IS NULL;
        DELETE FROM document_upload WHERE company_id = company AND key = ANY (locked);
        total := total + cardinality(locked);
    END LOOP;
    RETURN total;
END $$;

-- Up to 100 condemned objects of these stores, of all companies. Before, condemns the objects that were begun before the given time
-- and are not complete: what wrote them was killed.
CREATE FUNCTION objects_to_delete(until timestamptz, stores text[])
RETURNS TABLE (company integer, object uuid, place text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    due_company integer;
    due_ids uuid[];
BEGIN
    FOR due_company, due_ids IN
        SELECT o.company_id, array_agg(o.id) FROM document_object o
        WHERE o.created_at < until AND o.stored_at IS NULL AND o.condemned_at IS NULL GROUP BY o.company_id
    LOOP
        UPDATE document_object SET condemned_at = now()
        WHERE company_id = due_company AND id = ANY (due_ids) AND stored_at IS NULL;
    END LOOP;
    RETURN QUERY SELECT o.company_id, o.id, o.store FROM document_object o
        WHERE o.condemned_at IS NOT NULL AND o.store = ANY (stores) ORDER BY o.created_at LIMIT 100;
END $$;
