-- Links to calendars of jobs: docs/decisions/mails.md.
LOCK TABLE "company", "app_user", "site" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "calendar_link" (
    "company_id" INTEGER NOT NULL,
    "uuid" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "site_id" INTEGER,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "calendar_link_pkey" PRIMARY KEY ("company_id","uuid")
);

-- CreateIndex
CREATE INDEX "calendar_link_company_id_user_id_idx" ON "calendar_link"("company_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "calendar_link_company_id_hash_key" ON "calendar_link"("company_id", "hash");

-- AddForeignKey
ALTER TABLE "calendar_link" ADD CONSTRAINT "calendar_link_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "calendar_link" ADD CONSTRAINT "calendar_link_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "calendar_link" ADD CONSTRAINT "calendar_link_company_id_site_id_fkey" FOREIGN KEY ("company_id", "site_id") REFERENCES "site"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "calendar_link" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "calendar_link"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "calendar_link" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- The audit log: see 0016_audit.
SELECT audit_table('calendar_link', 'CalendarLink', '{"userId": "r.user_id", "siteId": "r.site_id", "revokedAt": "r.revoked_at"}');
