-- Older instances: builds index app_user_digest_idx: a partial index without any row yet, so writers of users wait for one scan of the table.
-- Mails about what happens, and digests: docs/decisions/mails.md.
LOCK TABLE "company" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "app_user" IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "digest_days" JSONB,
ADD COLUMN     "digest_hour" INTEGER,
ADD COLUMN     "digested_at" TIMESTAMPTZ(3),
ADD COLUMN     "mail_kinds" JSONB;

-- CreateTable
CREATE TABLE "notice" (
    "company_id" INTEGER NOT NULL,
    "uuid" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "about" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "events" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notice_pkey" PRIMARY KEY ("company_id","uuid")
);

-- CreateIndex
CREATE INDEX "notice_next_attempt_at_idx" ON "notice"("next_attempt_at");

-- CreateIndex
CREATE INDEX "notice_company_id_user_id_idx" ON "notice"("company_id", "user_id");

-- AddForeignKey
ALTER TABLE "notice" ADD CONSTRAINT "notice_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "notice" ADD CONSTRAINT "notice_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;


-- Several events of one record become one mail, until an instance begins to send it.
CREATE UNIQUE INDEX "notice_open_idx" ON "notice" ("company_id", "user_id", "record_id") WHERE "attempts" = 0;

-- Few users have a digest: see 0004_rare_flags.
CREATE INDEX "app_user_digest_idx" ON "app_user" ("company_id") WHERE "digest_days" IS NOT NULL;

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "notice" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "notice"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "notice" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- For the worker: up to ten companies with notices that are due, those that have waited longest first.
CREATE FUNCTION companies_of_due_notices() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT n.company_id
        FROM notice n WHERE n.next_attempt_at <= now()
        GROUP BY n.company_id ORDER BY min(n.next_attempt_at), n.company_id LIMIT 10;
END $$;

-- The newest time, not after `until`, at which a user gets a digest. If clocks skip the hour, an hour later.
CREATE FUNCTION newest_digest(days jsonb, hour integer, timezone text, until timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
    SELECT max(t.moment) FROM (
        SELECT ((until AT TIME ZONE timezone)::date - d.days + make_interval(hours => hour)) AT TIME ZONE timezone AS moment
        FROM generate_series(0, 7) AS d (days)
    ) t
    WHERE t.moment <= until AND days ? to_char(t.moment AT TIME ZONE timezone, 'FMDAY')
$$;

-- For the worker: up to ten companies with a user whose digest is due.
CREATE FUNCTION companies_of_due_digests(until timestamptz) RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT DISTINCT u.company_id
        FROM app_user u
        WHERE u.digest_days IS NOT NULL AND u.active AND u.deleted_at IS NULL
          AND coalesce(u.digested_at, u.created_at) < newest_digest(u.digest_days, coalesce(u.digest_hour, 7), u.timezone, until)
        LIMIT 10;
END $$;

-- The audit log: see 0016_audit.
SELECT audit_table('app_user', 'User', '{
    "firstName": "r.first_name", "lastName": "r.last_name", "email": "r.email", "active": "r.active",
    "phoneNumber": "r.phone_number", "appNeedsUpdate": "r.app_needs_update", "timezone": "r.timezone",
    "mails": "r.mail_kinds", "digestDays": "r.digest_days", "digestHour": "r.digest_hour",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', secrets => '{"password": "r.password_hash"}', removable => true);
