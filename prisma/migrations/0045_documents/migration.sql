-- Older instances: adds constraint document.document_company_id_*_fkey: they do not write these columns.
-- Older instances: adds constraint document.document_subject_check: what they write satisfies it.
-- Older instances: adds constraint document.document_question_check: they write no question_id.
-- Older instances: adds constraint document.document_picture_check: they write no pictures.
-- Older instances: builds index document_client_logo_idx: there are no pictures yet.
-- Older instances: builds index document_user_picture_idx: there are no pictures yet.
-- Older instances: rewrites table company: there are few companies.
-- Older instances: builds index document_of_company_idx: no document is the company's own yet.
-- Older instances: builds index document_company_id_*_idx: a company has thousands of documents at most, which takes milliseconds.

-- Files that are uploaded before a record has them, and that any record can have. An older instance lists them, and downloads those
-- that a newer one has stored as empty files.
LOCK TABLE "company" IN ACCESS EXCLUSIVE MODE;
LOCK TABLE "app_user", "client", "site", "asset", "job", "inspection", "finding" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "document" IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "company" ADD COLUMN     "document_quota_megabytes" INTEGER,
ADD COLUMN     "link_secret" BYTEA NOT NULL DEFAULT decode(replace(
    gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- AlterTable
ALTER TABLE "document" ADD COLUMN     "client_id" INTEGER,
ADD COLUMN     "content_key" UUID,
ADD COLUMN     "deleted_by_id" INTEGER,
ADD COLUMN     "finding_id" INTEGER,
ADD COLUMN     "inspection_id" INTEGER,
ADD COLUMN     "of_company" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "of_user_id" INTEGER,
ADD COLUMN     "picture" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "question_id" UUID,
ADD COLUMN     "sha256" BYTEA,
ADD COLUMN     "site_id" INTEGER,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ALTER COLUMN "content" SET DEFAULT '\x';

-- CreateTable
CREATE TABLE "document_upload" (
    "company_id" INTEGER NOT NULL,
    "key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "document_upload_pkey" PRIMARY KEY ("company_id","key")
);

-- CreateTable
CREATE TABLE "document_content" (
    "company_id" INTEGER NOT NULL,
    "key" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "document_content_pkey" PRIMARY KEY ("company_id","key","position")
);

-- CreateIndex
CREATE INDEX "document_upload_created_at_idx" ON "document_upload"("created_at");

-- CreateIndex
CREATE INDEX "document_company_id_site_id_id_idx" ON "document"("company_id", "site_id", "id");

-- CreateIndex
CREATE INDEX "document_company_id_client_id_id_idx" ON "document"("company_id", "client_id", "id");

-- CreateIndex
CREATE INDEX "document_company_id_inspection_id_id_idx" ON "document"("company_id", "inspection_id", "id");

-- CreateIndex
CREATE INDEX "document_company_id_finding_id_id_idx" ON "document"("company_id", "finding_id", "id");

-- CreateIndex
CREATE INDEX "document_company_id_of_user_id_id_idx" ON "document"("company_id", "of_user_id", "id");

-- CreateIndex
CREATE INDEX "document_company_id_content_key_idx" ON "document"("company_id", "content_key");

-- CreateIndex
CREATE INDEX "document_company_id_name_id_idx" ON "document"("company_id", "name", "id");

-- CreateIndex
CREATE INDEX "document_company_id_updated_at_id_idx" ON "document"("company_id", "updated_at", "id");

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_site_id_fkey" FOREIGN KEY ("company_id", "site_id") REFERENCES "site"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_client_id_fkey" FOREIGN KEY ("company_id", "client_id") REFERENCES "client"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_inspection_id_fkey" FOREIGN KEY ("company_id", "inspection_id") REFERENCES "inspection"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_finding_id_fkey" FOREIGN KEY ("company_id", "finding_id") REFERENCES "finding"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_of_user_id_fkey" FOREIGN KEY ("company_id", "of_user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document_upload" ADD CONSTRAINT "document_upload_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document_content" ADD CONSTRAINT "document_content_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "document" DROP CONSTRAINT "document_owner_check";
ALTER TABLE "document" ADD CONSTRAINT "document_subject_check" CHECK (
    num_nonnulls("job_id", "asset_id", "site_id", "client_id", "inspection_id", "finding_id", "of_user_id") + "of_company"::int <= 1
);
ALTER TABLE "document" ADD CONSTRAINT "document_question_check" CHECK ("question_id" IS NULL OR "inspection_id" IS NOT NULL);

ALTER TABLE "document" ADD CONSTRAINT "document_picture_check" CHECK (NOT "picture" OR "client_id" IS NOT NULL OR "of_user_id" IS NOT NULL OR "of_company");

-- Lists show pictures of many records.
CREATE INDEX "document_client_logo_idx" ON "document" ("company_id", "client_id", "id") WHERE "picture" AND "deleted_at" IS NULL;
CREATE INDEX "document_user_picture_idx" ON "document" ("company_id", "of_user_id", "id") WHERE "picture" AND "deleted_at" IS NULL;

-- The company's own files are few: see 0004_rare_flags.
CREATE INDEX "document_of_company_idx" ON "document" ("company_id", "id") WHERE "of_company" AND "deleted_at" IS NULL;

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "document_upload" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "document_upload"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);
ALTER TABLE "document_content" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "document_content"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "document_upload" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "document_content" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- Files are compressed already.
ALTER TABLE "document_content" ALTER COLUMN "content" SET STORAGE EXTERNAL;

-- The audit log: see 0016_audit.
SELECT audit_table('document', 'Document', '{
    "jobId": "r.job_id", "assetId": "r.asset_id", "siteId": "r.site_id", "clientId": "r.client_id",
    "inspectionId": "r.inspection_id", "questionId": "r.question_id", "findingId": "r.finding_id", "userId": "r.of_user_id",
    "ofCompany": "r.of_company", "picture": "r.picture",
    "name": "r.name", "contentType": "r.content_type", "size": "r.size",
    "sha256": "encode(r.sha256, ''hex'')", "createdById": "r.user_id", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('company', 'Company', '{
    "name": "r.name", "primaryUserId": "r.primary_user_id", "logo": "r.logo",
    "registrationNumber": "r.registration_number", "vatNumber": "r.vat_number", "industryId": "r.industry_id",
    "regionId": "r.region_id", "allowExternalBarcodes": "r.allow_external_barcodes", "barcodeFormat": "r.barcode_format",
    "assetpoolBranchId": "r.assetpool_branch_id", "manualInspectionClosure": "r.manual_inspection_closure",
    "salesRepId": "r.sales_rep_id", "appName": "r.app_name", "fromEmail": "r.from_email",
    "fromEmailName": "r.from_email_name", "appEmailLogo": "r.app_email_logo",
    "whiteLabelEnabled": "r.white_label_enabled", "frontendUrl": "r.frontend_url", "demo": "r.demo",
    "documentQuotaMegabytes": "r.document_quota_megabytes", "removedAt": "r.deleted_at"
}', company => 'r.id', removable => true);

-- The log shows the references of documents as UUIDs, and when one was removed.
DO $$
DECLARE
    definition text := pg_get_functiondef('audit_text'::regproc);
    asset constant text := 'ELSIF field = ''assetId'' THEN';
BEGIN
    EXECUTE replace(definition, asset, $text$ELSIF field = 'findingId' THEN
        RETURN (SELECT uuid FROM finding WHERE company_id = company AND id = stored::int);
    $text$ || asset);
    definition := pg_get_functiondef('audit_changes'::regproc);
    definition := replace(definition, $text$'Checklist', 'Document'$text$, $text$'Checklist'$text$);
    -- The path of a user's picture is not in the graph; whether a document is a picture is.
    definition := replace(definition, $text$'picture', $text$, '');
    EXECUTE replace(definition, $text$AND NOT (type = 'Session'$text$, $text$AND NOT (type = 'User' AND field = 'picture')
          AND NOT (type = 'Session'$text$);
END $$;

-- Deletes up to 100 uploads that no record has kept since the given time, with their files. A row of `document_upload` exists exactly
-- until its file is attached; whatever attaches or deletes the file locks this row first. Returns the number of uploads.
CREATE FUNCTION delete_uploads(until timestamptz) RETURNS integer
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
        DELETE FROM document_upload WHERE company_id = company AND key = ANY (locked);
        total := total + cardinality(locked);
    END LOOP;
    RETURN total;
END $$;

-- The cleanup deletes them, too.
DO $$
DECLARE
    definition text := pg_get_functiondef('delete_expired'::regproc);
    audit constant text := 'IF audit_until IS NOT NULL THEN';
BEGIN
    EXECUTE replace(definition, audit, $text$total := total + delete_uploads(now() - interval '1 day');
    SELECT count(*) INTO number FROM (SELECT 1 FROM document_upload WHERE created_at < now() - interval '1 day' LIMIT 10000) due;
    remaining := remaining || jsonb_build_object('document_upload', number);
    $text$ || audit);
END $$;
