-- Checklists that inspectors answer: each version of their questions, and the answers of an inspection.
-- Older instances: adds constraint checklist.checklist_company_id_deleted_by_id_fkey: they write no deleted_by_id.
-- Older instances: adds constraint inspection.inspection_company_id_checklist_version_id_fkey: they write no checklist_version_id.
-- Older instances: builds index checklist_company_id_created_at_id_idx: a company has few checklists.
-- Older instances: builds index checklist_company_id_updated_at_id_idx: a company has few checklists.
LOCK TABLE "checklist", "inspection" IN ACCESS EXCLUSIVE MODE;
LOCK TABLE "app_user", "company" IN SHARE ROW EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "checklist" ADD COLUMN     "deleted_by_id" INTEGER,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "inspection" ADD COLUMN     "answer_data" JSONB,
ADD COLUMN     "checklist_outdated" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "checklist_version_id" INTEGER,
ADD COLUMN     "ignored_answers" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "checklist_version" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "checklist_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "sections" JSONB NOT NULL DEFAULT '[]',
    "checks_count" INTEGER NOT NULL,
    "pass_percentage" INTEGER NOT NULL DEFAULT 100,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checklist_version_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "checklist_version_company_id_uuid_key" ON "checklist_version"("company_id", "uuid");

-- CreateIndex
CREATE UNIQUE INDEX "checklist_version_company_id_checklist_id_number_key" ON "checklist_version"("company_id", "checklist_id", "number");

-- CreateIndex
CREATE INDEX "checklist_company_id_created_at_id_idx" ON "checklist"("company_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checklist_company_id_updated_at_id_idx" ON "checklist"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "inspection_company_id_checklist_version_id_id_idx" ON "inspection"("company_id", "checklist_version_id", "id");

-- AddForeignKey
ALTER TABLE "checklist" ADD CONSTRAINT "checklist_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "checklist_version" ADD CONSTRAINT "checklist_version_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "checklist_version" ADD CONSTRAINT "checklist_version_company_id_checklist_id_fkey" FOREIGN KEY ("company_id", "checklist_id") REFERENCES "checklist"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "checklist_version" ADD CONSTRAINT "checklist_version_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_company_id_checklist_version_id_fkey" FOREIGN KEY ("company_id", "checklist_version_id") REFERENCES "checklist_version"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;


-- Row-level security: see 0011_row_level_security.
ALTER TABLE "checklist_version" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "checklist_version"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "checklist_version" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- The questions that earlier releases stored are the first versions.
INSERT INTO checklist_version (uuid, company_id, checklist_id, number, sections, checks_count)
SELECT gen_random_uuid(), c.company_id, c.id, 1,
       jsonb_build_array(jsonb_build_object('name', c.name, 'questions', coalesce(q.questions, '[]'))), coalesce(q.checks_count, 0)
FROM checklist c
LEFT JOIN (
    SELECT company_id, checklist_id, count(*) AS checks_count, jsonb_agg(jsonb_build_object(
        'questionId', uuid, 'kind', 'YES_NO', 'text', question, 'hint', null, 'required', false, 'weight', 1,
        'critical', false, 'allowNotApplicable', false, 'requireNoteWhenFailing', false, 'requirePhotoWhenFailing', false,
        'opensFinding', null, 'choices', '[{"value": "YES", "label": "Yes", "fails": false, "points": 1},
                                           {"value": "NO", "label": "No", "fails": true, "points": 0}]'::jsonb,
        'unit', null, 'minimum', null, 'maximum', null, 'minimumCount', null, 'showIf', null
    ) ORDER BY position) AS questions
    FROM checklist_check GROUP BY 1, 2
) q ON q.company_id = c.company_id AND q.checklist_id = c.id;

-- The audit log records the new columns: see 0016_audit.
SELECT audit_table('checklist', 'Checklist', '{
    "name": "r.name", "version": "r.version", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('checklist_version', 'Checklist', '{"sections": "r.sections", "passPercentage": "r.pass_percentage"}', part => true,
    record => '(SELECT c.uuid FROM checklist c WHERE c.company_id = r.company_id AND c.id = r.checklist_id)', operations => '{INSERT}');
SELECT audit_table('inspection', 'Inspection', '{
    "assetId": "r.asset_id", "jobId": "r.job_id", "inspectorId": "r.inspector_id", "outcome": "r.outcome",
    "score": "r.score", "note": "r.note", "inspectedAt": "r.inspected_at", "removedAt": "r.deleted_at",
    "removedById": "r.deleted_by_id", "voidReason": "r.void_reason", "checklistVersionId": "r.checklist_version_id",
    "answers": "r.answer_data"
}', removable => true);

-- The log shows the version that was answered as a UUID.
DO $$
DECLARE
    definition constant text := pg_get_functiondef('audit_text'::regproc);
    api_keys constant text := 'ELSIF field = ''apiKeyId'' THEN';
BEGIN
    EXECUTE replace(definition, api_keys, 'ELSIF field = ''checklistVersionId'' THEN
        RETURN (SELECT uuid FROM checklist_version WHERE company_id = company AND id = stored::int);
    ' || api_keys);
END $$;
