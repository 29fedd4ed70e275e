-- Older instances: adds unique index app_user_placeholder_key: no row that they write is in it, because they do not set the new column.
-- Older instances: builds index app_user_placeholder_key: a partial index without any row yet, so writers of users wait for one scan of the table.
-- Jobs without a technician: docs/decisions/unassigned-jobs.md.
LOCK TABLE "company", "app_user" IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "company" ADD COLUMN     "allow_unassigned_jobs" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "placeholder" BOOLEAN NOT NULL DEFAULT false;

-- A company has at most one placeholder, and statements find it by this index.
CREATE UNIQUE INDEX "app_user_placeholder_key" ON "app_user" ("company_id") WHERE "placeholder";

-- As in 0029_inserts_on_shards, and: null among the ids of technicians stands for the placeholder, which is eligible if the company allows
-- jobs without a technician.
DO $do$
DECLARE
    template constant text := $$
CREATE OR REPLACE FUNCTION NAME(
    company integer, site_ids integer[], site_uuids uuid[], type_ids integer[], type_uuids uuid[],
    technician_ids integer[], technician_uuids uuid[], zone_ids integer[], zone_uuids uuid[]
) RETURNS json LANGUAGE plpgsql AS $body$
BEGIN
    IF array_position(technician_ids, NULL) IS NOT NULL THEN
        technician_ids := (SELECT u.id FROM app_user u WHERE u.company_id = company AND u.placeholder) || array_remove(technician_ids, NULL);
    END IF;
    RETURN (SELECT json_build_object('sites', (
        SELECT coalesce(json_agg(s), '[]') FROM (
            SELECT s.id, s.uuid, s.timezone FROM site s
            WHERE s.company_id = company AND s.deleted_at IS NULL AND s.id = KEYS(site, site)
            ORDER BY s.id FOR KEY SHARE
        ) s
    ), 'types', (
        SELECT coalesce(json_agg(t), '[]') FROM (
            SELECT t.id, t.uuid, t.active, t.requires_signature FROM job_type t
            WHERE t.company_id = company AND t.deleted_at IS NULL AND t.id = KEYS(job_type, type)
            ORDER BY t.id FOR KEY SHARE
        ) t
    ), 'technicians', (
        SELECT coalesce(json_agg(u), '[]') FROM (
            SELECT u.id, u.uuid, u.placeholder, CASE WHEN u.placeholder
                THEN (SELECT c.allow_unassigned_jobs FROM company c WHERE c.id = company)
                ELSE u.active AND m.role = 'technician' END AS eligible
            FROM app_user u JOIN membership m ON m.company_id = company AND m.user_id = u.id
            WHERE u.company_id = company AND u.deleted_at IS NULL AND u.id = KEYS(app_user, technician)
            ORDER BY u.id FOR KEY SHARE OF u FOR SHARE OF m
        ) u
    ), 'zones', CASE WHEN cardinality(zone_ids) + cardinality(zone_uuids) > 0 THEN (
        SELECT coalesce(json_agg(z), '[]') FROM (
            SELECT z.id, z.uuid, z.site_id AS "siteId" FROM zone z
            WHERE z.company_id = company AND z.deleted_at IS NULL AND z.id = ALL_KEYS(zone, zone)
            ORDER BY z.id FOR KEY SHARE
        ) z
    ) ELSE '[]' END));
END $body$ $$;
    one constant text := 'coalesce(\2_ids[1], (SELECT k.id FROM \1 k WHERE k.company_id = company AND k.uuid = \2_uuids[1]))';
    many constant text := 'ANY (\2_ids || ARRAY(SELECT k.id FROM \1 k WHERE k.company_id = company AND k.uuid = ANY (\2_uuids)))';
    all_keys constant text := regexp_replace(template, '\mALL_KEYS\((\w+), (\w+)\)', many, 'g');
BEGIN
    EXECUTE regexp_replace(replace(all_keys, 'NAME', 'lock_references_of_job'), '\mKEYS\((\w+), (\w+)\)', one, 'g');
    EXECUTE regexp_replace(replace(all_keys, 'NAME', 'lock_references_of_jobs'), '\mKEYS\((\w+), (\w+)\)', many, 'g');
END $do$;

-- A job with neither an id nor a UUID of a technician gets the placeholder.
DO $$
DECLARE
    definition constant text := pg_get_functiondef('insert_jobs'::regproc);
    technicians constant text := 'AS u (id integer, uuid uuid, eligible boolean)
            ON u.id = g.technician_id OR u.uuid = g.technician_uuid';
BEGIN
    EXECUTE replace(definition, technicians, 'AS u (id integer, uuid uuid, eligible boolean, placeholder boolean)
            ON u.id = g.technician_id OR u.uuid = g.technician_uuid
                OR u.placeholder AND g.technician_id IS NULL AND g.technician_uuid IS NULL');
END $$;

-- The audit log: see 0016_audit. Only the entry of a placeholder has `placeholder`.
SELECT audit_table('company', 'Company', '{
    "name": "r.name", "primaryUserId": "r.primary_user_id", "logo": "r.logo",
    "registrationNumber": "r.registration_number", "vatNumber": "r.vat_number", "industryId": "r.industry_id",
    "regionId": "r.region_id", "allowExternalBarcodes": "r.allow_external_barcodes", "barcodeFormat": "r.barcode_format",
    "assetpoolBranchId": "r.assetpool_branch_id", "manualInspectionClosure": "r.manual_inspection_closure",
    "photoPositions": "r.photo_positions", "allowUnassignedJobs": "r.allow_unassigned_jobs",
    "salesRepId": "r.sales_rep_id", "appName": "r.app_name", "fromEmail": "r.from_email",
    "fromEmailName": "r.from_email_name", "appEmailLogo": "r.app_email_logo",
    "whiteLabelEnabled": "r.white_label_enabled", "frontendUrl": "r.frontend_url", "demo": "r.demo",
    "documentQuotaMegabytes": "r.document_quota_megabytes", "removedAt": "r.deleted_at"
}', company => 'r.id', removable => true);
SELECT audit_table('app_user', 'User', '{
    "firstName": "r.first_name", "lastName": "r.last_name", "email": "r.email", "active": "r.active",
    "phoneNumber": "r.phone_number", "appNeedsUpdate": "r.app_needs_update", "timezone": "r.timezone",
    "mails": "r.mail_kinds", "digestDays": "r.digest_days", "digestHour": "r.digest_hour",
    "placeholder": "nullif(r.placeholder, false)", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', secrets => '{"password": "r.password_hash"}', removable => true);
