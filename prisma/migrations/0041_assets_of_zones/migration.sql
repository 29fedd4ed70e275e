-- Older instances: builds index asset_zone_idx: writers of assets wait for this time; the changelog says how to build it before.
LOCK TABLE asset IN ACCESS EXCLUSIVE MODE;

-- The number of assets of a zone or a site is counted in the index alone, because the index has no removed assets.
CREATE INDEX IF NOT EXISTS "asset_zone_idx" ON "asset" ("company_id", "zone_id", "id") WHERE "deleted_at" IS NULL;
DROP INDEX "asset_company_id_zone_id_id_idx";
