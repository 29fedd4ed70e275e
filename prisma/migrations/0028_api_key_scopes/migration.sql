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

-- The log shows the user of the field actsAsId as a UUID, too.
DO $$
DECLARE
    definition constant text := pg_get_functiondef('audit_text'::regproc);
    users constant text := '''primaryUserId''';
BEGIN
    EXECUTE replace(definition, users, users || ', ''actsAsId''');
END $$;
