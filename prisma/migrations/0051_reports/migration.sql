-- Reports that the service makes after inspections and jobs are completed, and the hashes that anyone may ask for.
LOCK TABLE "company", "app_user", "site", "job", "inspection" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "document" IN ACCESS EXCLUSIVE MODE;

-- CreateEnum
CREATE TYPE "report_kind" AS ENUM ('inspection', 'job', 'site', 'certificate');

-- CreateEnum
CREATE TYPE "report_status" AS ENUM ('pending', 'ready', 'failed');

-- AlterTable
ALTER TABLE "document" ADD COLUMN     "report" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "report" (
    "company_id" INTEGER NOT NULL,
    "uuid" UUID NOT NULL,
    "kind" "report_kind" NOT NULL,
    "inspection_id" INTEGER,
    "job_id" INTEGER,
    "site_id" INTEGER,
    "status" "report_status" NOT NULL DEFAULT 'pending',
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "content" JSONB,
    "content_sha256" BYTEA,
    "document_id" INTEGER,

    CONSTRAINT "report_pkey" PRIMARY KEY ("company_id","uuid")
);

-- CreateTable
CREATE TABLE "issued_hash" (
    "hash" BYTEA NOT NULL,
    "company_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "issued_hash_pkey" PRIMARY KEY ("hash","company_id")
);

-- CreateIndex
CREATE INDEX "report_company_id_site_id_created_at_uuid_idx" ON "report"("company_id", "site_id", "created_at", "uuid");

-- CreateIndex
CREATE UNIQUE INDEX "report_company_id_inspection_id_kind_key" ON "report"("company_id", "inspection_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "report_company_id_job_id_key" ON "report"("company_id", "job_id");

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_company_id_inspection_id_fkey" FOREIGN KEY ("company_id", "inspection_id") REFERENCES "inspection"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_company_id_job_id_fkey" FOREIGN KEY ("company_id", "job_id") REFERENCES "job"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_company_id_site_id_fkey" FOREIGN KEY ("company_id", "site_id") REFERENCES "site"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_company_id_document_id_fkey" FOREIGN KEY ("company_id", "document_id") REFERENCES "document"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "issued_hash" ADD CONSTRAINT "issued_hash_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "report" ADD CONSTRAINT "report_subject_check" CHECK (
    ("kind" IN ('inspection', 'certificate')) = ("inspection_id" IS NOT NULL)
    AND ("kind" = 'job') = ("job_id" IS NOT NULL) AND ("kind" = 'site') = ("site_id" IS NOT NULL)
);
ALTER TABLE "report" ADD CONSTRAINT "report_ready_check" CHECK (
    ("status" = 'ready') = ("document_id" IS NOT NULL AND "content" IS NOT NULL AND "content_sha256" IS NOT NULL)
);

-- Few reports are pending: see 0004_rare_flags.
CREATE INDEX "report_due_idx" ON "report" ("next_attempt_at") WHERE "status" = 'pending';

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "report" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "report"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);
ALTER TABLE "issued_hash" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "issued_hash"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "report" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "issued_hash" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- For the worker: up to ten companies with reports that are due, those that have waited longest first.
CREATE FUNCTION companies_of_due_reports() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT r.company_id
        FROM report r WHERE r.status = 'pending' AND r.next_attempt_at <= now()
        GROUP BY r.company_id ORDER BY min(r.next_attempt_at), r.company_id LIMIT 10;
END $$;

-- For `/verify`, which has no company: what was issued with a hash.
CREATE FUNCTION find_issued(wanted bytea) RETURNS TABLE (kind text, about text, number integer, issued_at timestamptz)
LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT h.kind, h.about, h.number, h.issued_at FROM issued_hash h WHERE h.hash = wanted LIMIT 1;
END $$;

-- The audit log: see 0016_audit.
SELECT audit_table('document', 'Document', '{
    "jobId": "r.job_id", "assetId": "r.asset_id", "siteId": "r.site_id", "clientId": "r.client_id",
    "inspectionId": "r.inspection_id", "questionId": "r.question_id", "findingId": "r.finding_id", "userId": "r.of_user_id",
    "ofCompany": "r.of_company", "picture": "r.picture", "signature": "r.signature", "report": "r.report",
    "name": "r.name", "contentType": "r.content_type", "size": "r.size",
    "sha256": "encode(r.sha256, ''hex'')", "width": "r.width", "height": "r.height", "takenAt": "r.taken_at",
    "latitude": "r.latitude", "longitude": "r.longitude", "createdById": "r.user_id", "removedAt": "r.deleted_at",
    "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('report', 'Report', '{
    "kind": "r.kind", "inspectionId": "r.inspection_id", "jobId": "r.job_id", "siteId": "r.site_id", "status": "r.status",
    "contentSha256": "encode(r.content_sha256, ''hex'')", "createdById": "r.user_id"
}');
