-- The demo data is marked, so that production can refuse to start with it.
ALTER TABLE "company" ADD COLUMN "demo" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "oauth_client" ADD COLUMN "demo" BOOLEAN NOT NULL DEFAULT false;
UPDATE "oauth_client" SET "demo" = true WHERE "id" = 'demo-client';
UPDATE "company" SET "demo" = true
WHERE EXISTS (SELECT FROM "oauth_client" WHERE "demo")
  AND "id" IN (SELECT "company_id" FROM "app_user" WHERE "email" IN ('admin@harbour.example', 'admin@summit.example'));

-- Tokens have the company of their session, like all other rows of a company.
CREATE UNIQUE INDEX "session_company_id_id_key" ON "session"("company_id", "id");

ALTER TABLE "access_token" DROP CONSTRAINT "access_token_session_id_fkey";
ALTER TABLE "access_token" ADD COLUMN "company_id" INTEGER;
UPDATE "access_token" SET "company_id" = s."company_id" FROM "session" s WHERE s."id" = "session_id";
ALTER TABLE "access_token" ALTER COLUMN "company_id" SET NOT NULL, ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_company_id_session_id_fkey" FOREIGN KEY ("company_id", "session_id") REFERENCES "session"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "refresh_token" DROP CONSTRAINT "refresh_token_session_id_fkey";
ALTER TABLE "refresh_token" ADD COLUMN "company_id" INTEGER;
UPDATE "refresh_token" SET "company_id" = s."company_id" FROM "session" s WHERE s."id" = "session_id";
ALTER TABLE "refresh_token" ALTER COLUMN "company_id" SET NOT NULL, ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_company_id_session_id_fkey" FOREIGN KEY ("company_id", "session_id") REFERENCES "session"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Row-level security. The owner of the tables is exempt; it applies to a role such as the one of prisma/service-role.sql.
-- The setting app.company_id is the company of the statement. If it is unset or empty, no row of a company is visible.
-- `nullif(current_setting(…), '')::int` has no column, so that PostgreSQL compares it once per statement, not per row.
DO $$
DECLARE
    tenant record;
BEGIN
    FOR tenant IN
        SELECT c.oid::regclass AS name, a.attname AS key
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
          AND a.attname = CASE c.relname WHEN 'company' THEN 'id' ELSE 'company_id' END
    LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant.name);
        -- `queued_mail` has rows without a company. They are visible if the setting is empty.
        EXECUTE format(
            'CREATE POLICY "company" ON %s USING (%I %s nullif(current_setting(''app.company_id'', true), '''')::int)',
            tenant.name, tenant.key,
            CASE tenant.name WHEN 'queued_mail'::regclass THEN 'IS NOT DISTINCT FROM' ELSE '=' END
        );
    END LOOP;
END $$;

-- The questions that are asked before the company is known. These functions run as the owner, and return nothing except
-- ids of companies. plpgsql keeps their plans; a function in SQL is planned in each statement.
CREATE FUNCTION company_of_access_token(token bytea) RETURNS integer
LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN (SELECT t.company_id FROM access_token t WHERE t.hash = token);
END $$;

CREATE FUNCTION company_of_refresh_token(token bytea) RETURNS integer
LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN (SELECT t.company_id FROM refresh_token t WHERE t.hash = token);
END $$;

CREATE FUNCTION company_of_password_token(token bytea) RETURNS integer
LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN (SELECT t.company_id FROM password_token t WHERE t.hash = token);
END $$;

CREATE FUNCTION company_of_api_key(key bytea) RETURNS integer
LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN (SELECT k.company_id FROM api_key k WHERE k.hash = key);
END $$;

CREATE FUNCTION companies_of_email(username text) RETURNS SETOF integer
LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT u.company_id FROM app_user u WHERE u.email = username AND u.deleted_at IS NULL ORDER BY u.id;
END $$;

-- For the worker of the outbox, which sends the mails of all companies: those of the next ten mails, or null for a mail
-- without a company.
CREATE FUNCTION companies_of_due_mail() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT m.company_id FROM queued_mail m
        WHERE m.next_attempt_at <= now() ORDER BY m.next_attempt_at, m.id LIMIT 10;
END $$;

CREATE FUNCTION has_demo_credentials() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN EXISTS (SELECT FROM company c WHERE c.demo AND c.deleted_at IS NULL)
        OR EXISTS (SELECT FROM oauth_client o WHERE o.demo AND o.revoked_at IS NULL);
END $$;
