-- What waits in the queues of mails, and what the cleanup deletes: docs/decisions/mails.md.
LOCK TABLE "calendar_link" IN SHARE MODE;

-- CreateIndex
CREATE INDEX "calendar_link_revoked_at_idx" ON "calendar_link"("revoked_at");

-- Links that were revoked 30 days ago: see 0024_cleanup.
DO $$
DECLARE
    definition constant text := pg_get_functiondef('delete_expired'::regproc);
    last_source constant text := '(''idempotency_key'', ''hash'', ''bytea'', ''created_at'', now() - interval ''24 hours'', NULL)';
BEGIN
    EXECUTE replace(definition, last_source, last_source || ',
        (''calendar_link'', ''uuid'', ''uuid'', ''revoked_at'', now() - interval ''30 days'', NULL)');
END $$;

-- The lock was also that of `tick_states`: the deletion was left out while an instance ticked, and no instance ticked during it.
DO $$
BEGIN
    EXECUTE replace(pg_get_functiondef('delete_expired_deliveries'::regproc), '72707372', '72707374');
END $$;

-- For metrics: the notices whose mail was not sent yet, and when the oldest of them was written.
CREATE FUNCTION notice_figures() RETURNS TABLE (waiting bigint, oldest timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT count(*), min(n.created_at) FROM notice n;
END $$;
