LOCK TABLE "api_key", "barcode", "checklist", "document", "finding", "inspection", "profile", "webhook" IN SHARE ROW EXCLUSIVE MODE;

-- Each update of any record raises its `updated_at`: as in 0013_idempotency, for the other tables. Without it, two updates in the same
-- millisecond, or by two instances whose clocks differ, can leave the same `updated_at`: an update that expects the first version overwrites
-- the second.
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
