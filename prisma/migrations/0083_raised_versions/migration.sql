-- Older instances: builds index checklist_company_id_name_id_idx: a company has few checklists.
-- Each update of any record raises its `updated_at`, and all lists sort names by the collation of ICU.
-- Users of documents wait while the index on their names is built again: 3 s for a million documents.
LOCK TABLE "checklist", "document" IN ACCESS EXCLUSIVE MODE;
LOCK TABLE "api_key", "barcode", "finding", "inspection", "profile", "webhook" IN SHARE ROW EXCLUSIVE MODE;

-- As in 0013_idempotency, for the other tables. Without it, two updates in the same millisecond, or by two instances whose clocks differ,
-- can leave the same `updated_at`: an update that expects the first version overwrites the second.
DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['api_key', 'barcode', 'checklist', 'document', 'finding', 'inspection', 'profile', 'webhook'] LOOP
        EXECUTE format(
            'CREATE TRIGGER raise_updated_at BEFORE UPDATE OF updated_at ON %I
             FOR EACH ROW WHEN (NEW.updated_at <= OLD.updated_at) EXECUTE FUNCTION raise_updated_at()', name);
    END LOOP;
END
$$;

-- As in 0008_names_and_orders. With the collation of the database, `École` may come after `Zebra`. The audit trigger compares the column,
-- so PostgreSQL changes its collation only while the trigger does not exist.
DO $$
DECLARE
    name text;
    definition text;
BEGIN
    FOREACH name IN ARRAY ARRAY['checklist', 'document'] LOOP
        SELECT pg_get_triggerdef(oid) INTO STRICT definition FROM pg_trigger
        WHERE tgrelid = name::regclass AND tgname = format('audit_%s_update', name);
        EXECUTE format('DROP TRIGGER audit_%s_update ON %I', name, name);
        EXECUTE format('ALTER TABLE %I ALTER COLUMN name TYPE text COLLATE "und-x-icu"', name);
        EXECUTE definition;
    END LOOP;
END
$$;
