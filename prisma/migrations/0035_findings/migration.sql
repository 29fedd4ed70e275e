-- Findings: what is wrong with an asset and has to be dealt with.
LOCK TABLE "company", "app_user", "risk", "asset", "job", "inspection" IN SHARE ROW EXCLUSIVE MODE;

-- CreateEnum
CREATE TYPE "finding_status" AS ENUM ('open', 'resolved', 'accepted');

-- CreateTable
CREATE TABLE "finding" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "asset_id" INTEGER NOT NULL,
    "inspection_id" INTEGER,
    "question_id" UUID,
    "title" TEXT NOT NULL,
    "note" TEXT,
    "risk_id" INTEGER NOT NULL,
    "status" "finding_status" NOT NULL DEFAULT 'open',
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "job_id" INTEGER,
    "resolution" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" INTEGER,
    "resolved_by_inspection_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "search_text" TEXT COLLATE "und-x-icu" GENERATED ALWAYS AS (title || E'\n' || coalesce(note, '')) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" INTEGER,

    CONSTRAINT "finding_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "finding_company_id_asset_id_id_idx" ON "finding"("company_id", "asset_id", "id");

-- CreateIndex
CREATE INDEX "finding_company_id_job_id_id_idx" ON "finding"("company_id", "job_id", "id");

-- CreateIndex
CREATE INDEX "finding_company_id_resolved_by_inspection_id_id_idx" ON "finding"("company_id", "resolved_by_inspection_id", "id");

-- CreateIndex
CREATE INDEX "finding_company_id_due_at_id_idx" ON "finding"("company_id", "due_at", "id");

-- CreateIndex
CREATE INDEX "finding_company_id_created_at_id_idx" ON "finding"("company_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "finding_company_id_updated_at_id_idx" ON "finding"("company_id", "updated_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "finding_company_id_uuid_key" ON "finding"("company_id", "uuid");

-- CreateIndex
CREATE UNIQUE INDEX "finding_company_id_inspection_id_question_id_key" ON "finding"("company_id", "inspection_id", "question_id");

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_company_id_asset_id_fkey" FOREIGN KEY ("company_id", "asset_id") REFERENCES "asset"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_company_id_inspection_id_fkey" FOREIGN KEY ("company_id", "inspection_id") REFERENCES "inspection"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_risk_id_fkey" FOREIGN KEY ("risk_id") REFERENCES "risk"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_company_id_job_id_fkey" FOREIGN KEY ("company_id", "job_id") REFERENCES "job"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_company_id_resolved_by_id_fkey" FOREIGN KEY ("company_id", "resolved_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_company_id_resolved_by_inspection_id_fkey" FOREIGN KEY ("company_id", "resolved_by_inspection_id") REFERENCES "inspection"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Most findings are resolved, and most lists are about open ones: see 0004_rare_flags.
CREATE INDEX "finding_open_idx" ON "finding" ("company_id", "id") WHERE "status" = 'open' AND "deleted_at" IS NULL;
CREATE INDEX "finding_open_asset_idx" ON "finding" ("company_id", "asset_id") WHERE "status" = 'open' AND "deleted_at" IS NULL;
CREATE INDEX "finding_open_due_idx" ON "finding" ("company_id", "due_at", "id") INCLUDE ("risk_id") WHERE "status" = 'open' AND "deleted_at" IS NULL;
CREATE INDEX "finding_open_risk_idx" ON "finding" ("company_id", "risk_id", "id") INCLUDE ("due_at") WHERE "status" = 'open' AND "deleted_at" IS NULL;
CREATE INDEX "finding_status_idx" ON "finding" ("company_id", "status", "id") WHERE "deleted_at" IS NULL;

-- Searches: see 0022_search_keys.
CREATE INDEX "finding_key_grams_idx" ON "finding" USING gin (text_grams("company_id", search_key("search_text")));
ALTER INDEX "finding_key_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX "finding_key_idx" ON "finding" USING gin ("company_id", search_key("search_text") gin_trgm_ops);

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "finding" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "finding"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "finding" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- The audit log: see 0016_audit.
SELECT audit_table('finding', 'Finding', '{
    "assetId": "r.asset_id", "inspectionId": "r.inspection_id", "questionId": "r.question_id", "title": "r.title",
    "note": "r.note", "severity": "r.risk_id", "status": "r.status", "openedAt": "r.opened_at", "dueAt": "r.due_at",
    "jobId": "r.job_id", "resolution": "r.resolution", "resolvedAt": "r.resolved_at", "resolvedById": "r.resolved_by_id",
    "resolvedByInspectionId": "r.resolved_by_inspection_id", "createdById": "r.user_id", "removedAt": "r.deleted_at",
    "removedById": "r.deleted_by_id"
}', removable => true);

-- The log shows the new references as UUIDs, and the severity by its name.
DO $$
DECLARE
    definition text := pg_get_functiondef('audit_text'::regproc);
    users constant text := '''primaryUserId''';
    risk constant text := 'field = ''riskLevel''';
    asset constant text := 'ELSIF field = ''assetId'' THEN';
BEGIN
    definition := replace(definition, users, users || ', ''resolvedById''');
    definition := replace(definition, risk, 'field IN (''riskLevel'', ''severity'')');
    definition := replace(definition, asset, $text$ELSIF field IN ('inspectionId', 'resolvedByInspectionId') THEN
        RETURN (SELECT uuid FROM inspection WHERE company_id = company AND id = stored::int);
    $text$ || asset);
    EXECUTE definition;
END $$;
