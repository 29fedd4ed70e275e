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

-- It counts from the next time that statistics are gathered: now, where there are some.
DO $$
DECLARE
    gathered regclass;
BEGIN
    FOR gathered IN
        SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
          AND a.attname = 'company_id' AND c.reltuples > 0
    LOOP
        EXECUTE format('ANALYZE %s', gathered);
    END LOOP;
END $$;
