-- A statement that is planned once, for any company, is planned for one that has a tenth of each table. By the mean of
-- all companies, many small ones would let it read all records of a large one to find a page of them.
ALTER TABLE "api_key" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "app_user" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "asset" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "asset_type" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "barcode" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "checklist" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "checklist_check" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "client" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "document" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "inspection" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "job" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "job_type" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "job_zone" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "membership" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "profile" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "session" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "site" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "zone" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "zone_type" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "zone_type_asset_type" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- It counts from the next time that statistics are gathered.
ANALYZE "api_key", "app_user", "asset", "asset_type", "barcode", "checklist",
    "checklist_check", "client", "document", "inspection", "job", "job_type",
    "job_zone", "membership", "profile", "session", "site", "zone",
    "zone_type", "zone_type_asset_type";
