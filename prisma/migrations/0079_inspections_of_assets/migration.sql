-- Writers of inspections wait while the index is built; the changelog says how to build it before.
LOCK TABLE inspection IN SHARE MODE;

-- Finds the newest inspection of an asset, and those before or after a time. Without it, each new inspection reads all others of its asset.
CREATE INDEX IF NOT EXISTS "inspection_company_id_asset_id_inspected_at_id_idx" ON "inspection"("company_id", "asset_id", "inspected_at", "id");
