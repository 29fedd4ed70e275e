LOCK TABLE "company" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "company_mail" (
    "company_id" INTEGER NOT NULL,
    "last_mail_at" TIMESTAMPTZ(3),
    "invitations" INTEGER NOT NULL DEFAULT 0,
    "invitations_until" TIMESTAMPTZ(3),

    CONSTRAINT "company_mail_pkey" PRIMARY KEY ("company_id")
);

-- AddForeignKey
ALTER TABLE "company_mail" ADD CONSTRAINT "company_mail_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "company_mail" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "company_mail"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "company_mail" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- For the worker of the outbox: up to ten companies with mails that are due, in the order in which the worker serves them. Null
-- is first: the mails without a company are those for a new password. Then companies take turns with their invitations.
CREATE OR REPLACE FUNCTION companies_of_due_mail() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT due.company_id
        FROM (SELECT DISTINCT m.company_id FROM queued_mail m WHERE m.next_attempt_at <= now()) due
        LEFT JOIN company_mail c ON c.company_id = due.company_id
        ORDER BY due.company_id IS NOT NULL, c.last_mail_at NULLS FIRST, due.company_id LIMIT 10;
END $$;
