-- Older instances: adds constraint api_key.api_key_company_id_acts_as_id_fkey: they write no acts_as_id.

-- API keys that act for a user without a token, and what a key may do and from where.
LOCK TABLE "api_key" IN ACCESS EXCLUSIVE MODE;
LOCK TABLE "app_user" IN SHARE ROW EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "acts_as_id" INTEGER,
ADD COLUMN     "address_ranges" JSONB,
ADD COLUMN     "last_used_address" TEXT,
ADD COLUMN     "scopes" JSONB,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "use_count" INTEGER NOT NULL DEFAULT 0;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_company_id_acts_as_id_fkey" FOREIGN KEY ("company_id", "acts_as_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The audit log records the new columns, except those that each request changes: see 0016_audit.
SELECT audit_table('api_key', 'ApiKey', '{
    "name": "r.name", "prefix": "r.prefix", "createdById": "r.user_id", "expiresAt": "r.expires_at",
    "revokedAt": "r.revoked_at", "scopes": "r.scopes", "addressRanges": "r.address_ranges", "actsAsId": "r.acts_as_id"
}');

-- The same function as in 0016_audit, which also shows the user of the field actsAsId as a UUID.
CREATE OR REPLACE FUNCTION audit_text(company integer, type text, field text, stored jsonb) RETURNS text
LANGUAGE plpgsql STABLE SET "TimeZone" = 'UTC' AS $$
BEGIN
    IF stored IS NULL OR stored = 'null' THEN
        RETURN NULL;
    ELSIF field IN ('status', 'outcome', 'role') THEN
        RETURN upper(stored #>> '{}');
    ELSIF field = 'riskLevel' THEN
        RETURN (SELECT upper(level) FROM risk WHERE id = stored::int);
    ELSIF field LIKE '%At' OR field IN ('scheduledStart', 'scheduledEnd', 'workingSince') THEN
        RETURN to_char((stored #>> '{}')::timestamptz, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    ELSIF field IN ('createdById', 'removedById', 'closedById', 'managerId', 'technicianId', 'inspectorId', 'userId', 'primaryUserId',
                    'actsAsId') THEN
        RETURN (SELECT uuid FROM app_user WHERE company_id = company AND id = stored::int);
    ELSIF field = 'clientId' THEN
        RETURN (SELECT uuid FROM client WHERE company_id = company AND id = stored::int);
    ELSIF field = 'siteId' THEN
        RETURN (SELECT uuid FROM site WHERE company_id = company AND id = stored::int);
    ELSIF field = 'zoneId' THEN
        RETURN (SELECT uuid FROM zone WHERE company_id = company AND id = stored::int);
    ELSIF field = 'assetId' THEN
        RETURN (SELECT uuid FROM asset WHERE company_id = company AND id = stored::int);
    ELSIF field = 'jobId' THEN
        RETURN (SELECT uuid FROM job WHERE company_id = company AND id = stored::int);
    ELSIF field = 'checklistId' THEN
        RETURN (SELECT uuid FROM checklist WHERE company_id = company AND id = stored::int);
    ELSIF field = 'apiKeyId' THEN
        RETURN (SELECT uuid FROM api_key WHERE company_id = company AND id = stored::int);
    ELSIF field = 'typeId' AND type = 'Asset' THEN
        RETURN (SELECT uuid FROM asset_type WHERE company_id = company AND id = stored::int);
    ELSIF field = 'typeId' AND type = 'Zone' THEN
        RETURN (SELECT uuid FROM zone_type WHERE company_id = company AND id = stored::int);
    ELSIF field = 'typeId' AND type = 'Job' THEN
        RETURN (SELECT uuid FROM job_type WHERE company_id = company AND id = stored::int);
    ELSIF field = 'zoneIds' THEN
        RETURN (SELECT jsonb_agg(uuid ORDER BY id) FROM zone
                WHERE company_id = company AND id IN (SELECT v::int FROM jsonb_array_elements(stored) v));
    ELSIF field = 'assetTypeIds' THEN
        RETURN (SELECT jsonb_agg(uuid ORDER BY id) FROM asset_type
                WHERE company_id = company AND id IN (SELECT v::int FROM jsonb_array_elements(stored) v));
    END IF;
    RETURN stored #>> '{}';
END $$;
