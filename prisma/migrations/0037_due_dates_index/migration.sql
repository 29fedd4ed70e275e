-- Older instances: builds index asset_basis_idx: writers of assets wait for this time; the changelog says how to build it before.
LOCK TABLE asset IN SHARE MODE;

-- Finds assets by their due dates: docs/decisions/due-dates.md. An index-only scan needs the columns of the expression, and zone_id
-- to look up the time zone; the others are included because overdue assets are counted by status and risk.
CREATE INDEX IF NOT EXISTS "asset_basis_idx" ON "asset" ("company_id", "type_id", (coalesce("due_basis", "last_inspection", "created_at")), "id")
INCLUDE ("due_basis", "last_inspection", "created_at", "zone_id", "decommissioned_at", "defective", "risk_id") WHERE "deleted_at" IS NULL;
