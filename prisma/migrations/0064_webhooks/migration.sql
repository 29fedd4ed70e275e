-- Webhooks, and the events that the service sends to them: docs/decisions/webhooks.md.
LOCK TABLE "company", "app_user", "api_key" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "webhook" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "triggers" JSONB NOT NULL,
    "query" TEXT,
    "site_ids" JSONB,
    "except_api_key_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_until" TIMESTAMPTZ(3),
    "since_transaction_id" BIGINT NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" INTEGER,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "record_id" UUID,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),
    "attempt_log" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_company_id_uuid_key" ON "webhook"("company_id", "uuid");

-- CreateIndex
CREATE INDEX "webhook_company_id_created_at_id_idx" ON "webhook"("company_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_company_id_updated_at_id_idx" ON "webhook"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_company_id_webhook_id_id_idx" ON "webhook_delivery"("company_id", "webhook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_company_id_created_at_idx" ON "webhook_delivery"("company_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_company_id_uuid_key" ON "webhook_delivery"("company_id", "uuid");

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_company_id_except_api_key_id_fkey" FOREIGN KEY ("company_id", "except_api_key_id") REFERENCES "api_key"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_company_id_webhook_id_fkey" FOREIGN KEY ("company_id", "webhook_id") REFERENCES "webhook"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;


ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_state_check" CHECK ("state" IN ('pending', 'delivered', 'failed', 'held'));

-- An id may come again after 2,147,483,647 deliveries: old ones are deleted long before.
ALTER SEQUENCE "webhook_delivery_id_seq" CYCLE;

-- Few deliveries are pending: see 0004_rare_flags.
CREATE INDEX "webhook_delivery_due_idx" ON "webhook_delivery" ("company_id", "webhook_id", "next_attempt_at") WHERE "state" = 'pending';

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "webhook" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "webhook"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);
ALTER TABLE "webhook_delivery" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "webhook_delivery"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "webhook" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "webhook_delivery" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- For the worker: the companies with deliveries that are due.
CREATE FUNCTION companies_of_due_deliveries() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT w.company_id
        FROM webhook w
        WHERE w.disabled_at IS NULL AND w.deleted_at IS NULL AND (w.paused_until IS NULL OR w.paused_until <= now())
          AND EXISTS (
              SELECT 1 FROM webhook_delivery d
              WHERE d.company_id = w.company_id AND d.webhook_id = w.id AND d.state = 'pending' AND d.next_attempt_at <= now()
          )
        GROUP BY w.company_id;
END $$;

-- Claims due deliveries of a company until `lease`: at most 4 at a time for each webhook, and 1 if its last attempt failed. A webhook of
-- which another instance claims at the same time is skipped.
CREATE FUNCTION claim_deliveries(company integer, moment timestamptz, lease timestamptz, most integer) RETURNS TABLE (
    id integer, uuid uuid, webhook_id integer, body text, attempts integer, retries integer, attempt_log jsonb,
    url text, secret bytea, previous_secret bytea, failing_since timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
    hook record;
    chosen integer[];
    room integer;
    total integer := 0;
BEGIN
    FOR hook IN
        SELECT w.id AS key, w.url AS target, w.secret AS current, w.failing_since AS failing,
               CASE WHEN w.previous_until > moment THEN w.previous_secret END AS previous
        FROM webhook w
        WHERE w.company_id = company AND w.disabled_at IS NULL AND w.deleted_at IS NULL
          AND (w.paused_until IS NULL OR w.paused_until <= moment)
          AND EXISTS (
              SELECT 1 FROM webhook_delivery d
              WHERE d.company_id = company AND d.webhook_id = w.id AND d.state = 'pending' AND d.next_attempt_at <= moment
          )
        ORDER BY w.id FOR NO KEY UPDATE SKIP LOCKED
    LOOP
        room := CASE WHEN hook.failing IS NULL THEN 4 ELSE 1 END - (
            SELECT count(*) FROM webhook_delivery d
            WHERE d.company_id = company AND d.webhook_id = hook.key AND d.state = 'pending' AND d.claimed_until > moment
        );
        room := least(room, most - total);
        CONTINUE WHEN room <= 0;
        chosen := ARRAY(
            SELECT d.id FROM webhook_delivery d
            WHERE d.company_id = company AND d.webhook_id = hook.key AND d.state = 'pending' AND d.next_attempt_at <= moment
            ORDER BY d.next_attempt_at, d.id LIMIT room
        );
        total := total + cardinality(chosen);
        UPDATE webhook_delivery SET claimed_until = lease, next_attempt_at = lease, attempts = webhook_delivery.attempts + 1
        WHERE webhook_delivery.company_id = company AND webhook_delivery.id = ANY (chosen);
        RETURN QUERY SELECT d.id, d.uuid, d.webhook_id, d.body, d.attempts, d.retries, d.attempt_log,
                hook.target, hook.current, hook.previous, hook.failing
            FROM webhook_delivery d WHERE d.company_id = company AND d.id = ANY (chosen);
    END LOOP;
END $$;

-- Deletes deliveries that are older than `until`, those that a disabled webhook has not got too, at most 1,000 of each company. Returns how many.
CREATE FUNCTION delete_expired_deliveries(until timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    company integer := (SELECT min(w.company_id) FROM webhook w);
    chosen integer[];
    total integer := 0;
BEGIN
    IF NOT pg_try_advisory_xact_lock(72707372) THEN RETURN 0; END IF;
    WHILE company IS NOT NULL LOOP
        chosen := ARRAY(
            SELECT d.id FROM webhook_delivery d
            WHERE d.company_id = company AND d.created_at < until ORDER BY d.created_at LIMIT 1000
        );
        DELETE FROM webhook_delivery WHERE webhook_delivery.company_id = company AND webhook_delivery.id = ANY (chosen);
        total := total + cardinality(chosen);
        company := (SELECT min(w.company_id) FROM webhook w WHERE w.company_id > company);
    END LOOP;
    RETURN total;
END $$;

-- For metrics.
CREATE FUNCTION delivery_figures() RETURNS TABLE (pending bigint, oldest_due timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT count(*), min(d.next_attempt_at) FILTER (WHERE d.next_attempt_at <= now())
        FROM webhook_delivery d JOIN webhook w ON w.company_id = d.company_id AND w.id = d.webhook_id
        WHERE d.state = 'pending' AND w.disabled_at IS NULL AND w.deleted_at IS NULL;
END $$;

-- The audit log: see 0016_audit. Of a secret, only that it was rotated is recorded: `previousUntil`.
SELECT audit_table('webhook', 'Webhook', '{
    "url": "r.url", "triggers": "r.triggers", "query": "r.query", "siteIds": "r.site_ids", "exceptMadeById": "r.except_api_key_id",
    "previousSecretUntil": "r.previous_until", "disabledAt": "r.disabled_at", "disabledReason": "r.disabled_reason",
    "createdById": "r.user_id", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);

-- The log shows the API key as a UUID.
DO $$
DECLARE
    definition constant text := pg_get_functiondef('audit_text'::regproc);
    api_keys constant text := 'ELSIF field = ''apiKeyId'' THEN';
BEGIN
    EXECUTE replace(definition, api_keys, 'ELSIF field = ''exceptMadeById'' THEN
        RETURN (SELECT uuid FROM api_key WHERE company_id = company AND id = stored::int);
    ' || api_keys);
END $$;
