-- Every primary key, unique key and foreign key of a company's table contains the company, so that the tables can be
-- distributed by it: see docs/decisions/sharding.md. The migration locks all of these tables until it ends.
-- Older instances: adds constraint *: it rejects changes of ids only, which no version makes.
-- Older instances: builds index *: the tables are locked for this time; the changelog names the large ones.
-- Older instances: adds unique index *: each contains a column that was unique alone before.
-- Older instances: drops unique index *: no version names one of them as a conflict target.
LOCK TABLE app_user, membership, profile, client, site, zone_type, zone_type_asset_type, zone, checklist,
    checklist_check, asset_type, asset, barcode, job_type, job, job_zone, document, inspection, api_key, session,
    access_token, refresh_token, known_network, password_token, queued_mail, idempotency_key, company;

-- (company_id, id) was a unique index beside the primary key (id). It becomes the primary key, without being built again;
-- foreign keys that refer to it stay.
DO $$
DECLARE
    tenant text;
BEGIN
    FOREACH tenant IN ARRAY ARRAY[
        'app_user', 'client', 'site', 'zone_type', 'zone', 'checklist', 'asset_type', 'asset', 'barcode', 'job_type', 'job',
        'document', 'inspection', 'api_key', 'session'
    ] LOOP
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I, ADD CONSTRAINT %2$I PRIMARY KEY USING INDEX %I',
            tenant, tenant || '_pkey', tenant || '_company_id_id_key');
    END LOOP;
END $$;

-- AlterTable
ALTER TABLE "profile" DROP CONSTRAINT "profile_pkey", ADD CONSTRAINT "profile_pkey" PRIMARY KEY ("company_id", "id");
ALTER TABLE "checklist_check" DROP CONSTRAINT "checklist_check_pkey", ADD CONSTRAINT "checklist_check_pkey" PRIMARY KEY ("company_id", "id");

-- A UUID is looked up inside its company.
DO $$
DECLARE
    tenant text;
BEGIN
    FOREACH tenant IN ARRAY ARRAY[
        'app_user', 'profile', 'client', 'site', 'zone_type', 'zone', 'checklist', 'checklist_check', 'asset_type', 'asset',
        'barcode', 'job_type', 'job', 'document', 'inspection', 'api_key'
    ] LOOP
        EXECUTE format('DROP INDEX %I', tenant || '_uuid_key');
        EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (company_id, uuid)', tenant || '_company_id_uuid_key', tenant);
    END LOOP;
END $$;
-- The primary key finds the company of a statement.
DROP INDEX "company_uuid_key";

-- Credentials are looked up by their hash before the company is known, so the hash comes first.
ALTER TABLE "access_token" DROP CONSTRAINT "access_token_pkey", ADD CONSTRAINT "access_token_pkey" PRIMARY KEY ("hash", "company_id");
ALTER TABLE "refresh_token" DROP CONSTRAINT "refresh_token_pkey", ADD CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("hash", "company_id");
ALTER TABLE "password_token" DROP CONSTRAINT "password_token_pkey", ADD CONSTRAINT "password_token_pkey" PRIMARY KEY ("hash", "company_id");
DROP INDEX "api_key_hash_key";
CREATE UNIQUE INDEX "api_key_hash_company_id_key" ON "api_key"("hash", "company_id");

-- Instances of the version before join the session of an access token by its id alone.
CREATE INDEX "session_id_idx" ON "session"("id");

-- Expired keys are deleted by company.
DROP INDEX "idempotency_key_created_at_idx";
CREATE INDEX "idempotency_key_company_id_created_at_idx" ON "idempotency_key"("company_id", "created_at");

-- The outbox is not distributed, because some of its rows have no company: so it has no foreign key to a company.
ALTER TABLE "queued_mail" DROP CONSTRAINT "queued_mail_company_id_fkey";

-- Citus rejects ON UPDATE CASCADE in a foreign key that contains the distribution column. No key is ever updated.
DO $$
DECLARE
    key record;
BEGIN
    FOR key IN
        SELECT c.conrelid::regclass AS name, c.conname, pg_get_constraintdef(c.oid) AS definition
        FROM pg_constraint c
        WHERE c.connamespace = current_schema()::regnamespace AND c.contype = 'f' AND c.confupdtype = 'c'
          AND c.confrelid NOT IN ('risk'::regclass, 'oauth_client'::regclass)
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %2$I %s', key.name, key.conname,
            replace(key.definition, 'ON UPDATE CASCADE', 'ON UPDATE RESTRICT'));
    END LOOP;
END $$;

-- The triggers of the audit log look up the record of a part in its company: see 0016_audit.
SELECT audit_table('membership', 'User', '{"role": "r.role"}', part => true,
    record => '(SELECT u.uuid FROM app_user u WHERE u.company_id = r.company_id AND u.id = r.user_id)');
SELECT audit_table('profile', 'User', '{
    "mobile": "r.mobile", "telephone": "r.telephone", "picture": "r.picture", "position": "r.position",
    "dialingCode": "r.dialing_code", "employeeNumber": "r.employee_number", "idNumber": "r.id_number",
    "profileRemovedAt": "r.deleted_at"
}', part => true, record => '(SELECT u.uuid FROM app_user u WHERE u.company_id = r.company_id AND u.id = r.user_id)');
SELECT audit_table('zone_type_asset_type', 'ZoneType', '{"assetTypeIds": "r.asset_type_ids"}', part => true,
    record => '(SELECT z.uuid FROM zone_type z WHERE z.company_id = r.company_id AND z.id = r.zone_type_id)', operations => '{INSERT,DELETE}',
    source => '(SELECT company_id, zone_type_id, array_agg(asset_type_id) AS asset_type_ids FROM changed_rows GROUP BY 1, 2)');
SELECT audit_table('checklist_check', 'Checklist', '{"position": "r.position", "question": "r.question"}', part => true,
    record => '(SELECT c.uuid FROM checklist c WHERE c.company_id = r.company_id AND c.id = r.checklist_id)');
SELECT audit_table('job_zone', 'Job', '{"zoneIds": "r.zone_ids"}', part => true,
    record => '(SELECT j.uuid FROM job j WHERE j.company_id = r.company_id AND j.id = r.job_id)', operations => '{INSERT,DELETE}',
    source => '(SELECT company_id, job_id, array_agg(zone_id) AS zone_ids FROM changed_rows GROUP BY 1, 2)');
SELECT audit_table('password_token', 'User', '{"passwordTokenExpiresAt": "r.expires_at"}', part => true,
    record => '(SELECT u.uuid FROM app_user u WHERE u.company_id = r.company_id AND u.id = r.user_id)', operations => '{INSERT}');
