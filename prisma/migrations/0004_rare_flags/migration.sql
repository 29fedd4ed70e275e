-- Partial indexes for the rare flags that dashboards filter by: docs/decisions/partial-indexes.md has the measurements.
-- The conditions also exclude removed rows, as the lists do, so that a count reads the index alone. (Inspections are
-- never removed.)

-- Defective assets: an index for each usual order, of all of them and of those with one risk. The column
-- decommissioned_at is included because the status of a decommissioned asset is not `defective`: its count needs it.
CREATE INDEX "asset_defective_id_idx" ON "asset" ("company_id", "id") WHERE "defective" AND "deleted_at" IS NULL;
CREATE INDEX "asset_defective_created_idx" ON "asset" ("company_id", "created_at", "id") WHERE "defective" AND "deleted_at" IS NULL;
CREATE INDEX "asset_defective_inspected_idx" ON "asset" ("company_id", "last_inspection", "id") WHERE "defective" AND "deleted_at" IS NULL;
CREATE INDEX "asset_defective_risk_idx" ON "asset" ("company_id", "risk_id", "id") INCLUDE ("decommissioned_at") WHERE "defective" AND "deleted_at" IS NULL;
CREATE INDEX "asset_defective_risk_created_idx" ON "asset" ("company_id", "risk_id", "created_at", "id") WHERE "defective" AND "deleted_at" IS NULL;

CREATE INDEX "asset_decommissioned_idx" ON "asset" ("company_id", "id") WHERE "decommissioned_at" IS NOT NULL AND "deleted_at" IS NULL;

-- Overdue assets. The column defective is included because the status of a defective asset is not `overdue`, and risk_id
-- because overdue assets are counted by risk.
DROP INDEX "asset_due_idx";
CREATE INDEX "asset_due_idx" ON "asset" ("company_id", "next_inspection", "id") INCLUDE ("defective", "risk_id") WHERE "decommissioned_at" IS NULL AND "deleted_at" IS NULL;

-- These two replace indexes on the same columns of all rows.
DROP INDEX "asset_company_id_risk_id_id_idx";
CREATE INDEX "asset_risk_idx" ON "asset" ("company_id", "risk_id", "id") WHERE "deleted_at" IS NULL;
DROP INDEX "job_company_id_status_id_idx";
CREATE INDEX "job_status_idx" ON "job" ("company_id", "status", "id") WHERE "deleted_at" IS NULL;

-- Open jobs, in the order of their ids and of their starts. Nearly all jobs that start earlier are closed.
CREATE INDEX "job_open_id_idx" ON "job" ("company_id", "id") WHERE "status" IN ('scheduled', 'in_progress', 'paused') AND "deleted_at" IS NULL;
CREATE INDEX "job_open_start_idx" ON "job" ("company_id", "scheduled_start", "id") WHERE "status" IN ('scheduled', 'in_progress', 'paused') AND "deleted_at" IS NULL;

CREATE INDEX "inspection_failed_idx" ON "inspection" ("company_id", "inspected_at", "id") WHERE "outcome" = 'failed';
