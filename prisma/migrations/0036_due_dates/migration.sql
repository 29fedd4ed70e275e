-- Older instances: adds constraint asset_type.asset_type_interval_months_check: they do not write the column.

-- Due dates are derived from a basis, which assets store, and from the rule of their type: docs/decisions/due-dates.md.
LOCK TABLE asset, asset_type, inspection IN ACCESS EXCLUSIVE MODE;

CREATE TYPE "inspection_schedule" AS ENUM ('floating', 'fixed');

-- An interval has months, days or both. Instances of the last release only know days: they show no due date of an asset whose
-- type has months.
ALTER TABLE "asset_type" ADD COLUMN     "inspection_interval_months" INTEGER CONSTRAINT "asset_type_interval_months_check" CHECK ("inspection_interval_months" > 0),
ADD COLUMN     "inspection_schedule" "inspection_schedule" NOT NULL DEFAULT 'floating';

-- Null in all existing rows: their due dates are counted from the last inspection, else from the creation. The statement may have
-- been executed before the upgrade, so that the index of the next migration could be built.
ALTER TABLE "asset" ADD COLUMN IF NOT EXISTS "due_basis" TIMESTAMPTZ(3);

ALTER TABLE "inspection" ADD COLUMN     "due_basis" TIMESTAMPTZ(3);

-- The audit log records the new columns, and no longer the due date that only instances of the last release read: see 0016_audit.
SELECT audit_table('asset_type', 'AssetType', '{
    "name": "r.name", "shortCode": "r.short_code", "checklistId": "r.checklist_id", "riskLevel": "r.risk_id",
    "customFields": "r.custom_fields", "enforceChecklistOrder": "r.enforce_checklist_order",
    "inspectionInterval": "nullif(''P'' || coalesce(nullif(r.inspection_interval_months / 12, 0) || ''Y'', '''') || coalesce(nullif(r.inspection_interval_months % 12, 0) || ''M'', '''') || coalesce(r.inspection_interval_days || ''D'', ''''), ''P'')",
    "inspectionSchedule": "r.inspection_schedule", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('asset', 'Asset', '{
    "code": "r.code", "zoneId": "r.zone_id", "typeId": "r.type_id", "riskLevel": "r.risk_id",
    "defective": "r.defective", "customFieldValues": "r.meta_data", "lastInspectedAt": "r.last_inspection",
    "decommissionedAt": "r.decommissioned_at",
    "recommissionedAt": "r.recommissioned_at", "recommissionReason": "r.recommission_reason", "createdById": "r.user_id",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('inspection', 'Inspection', '{
    "assetId": "r.asset_id", "jobId": "r.job_id", "inspectorId": "r.inspector_id", "outcome": "r.outcome",
    "score": "r.score", "note": "r.note", "inspectedAt": "r.inspected_at", "dueAt": "r.due_basis",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id", "voidReason": "r.void_reason",
    "checklistVersionId": "r.checklist_version_id", "answers": "r.answer_data"
}', removable => true);
