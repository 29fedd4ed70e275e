-- Older instances: drops function companies_ahead_of_server(): only raise_audit_offsets calls it, and this migration replaces that.

-- Lets the functions of the service work on a distributed PostgreSQL (Citus), too: docs/decisions/sharding.md. On a plain
-- server they do what they did before. There, a statement changes rows of one company, which it has as a parameter or variable.

-- The server for which the offset was computed, as Citus numbers it; null on a plain server.
ALTER TABLE "audit_offset" ADD COLUMN "node" INTEGER;

-- The offset of a company whose shard is on this server. If the shard has come from another server, whose transaction ids may
-- be higher, the offset is raised first. The oldest transaction in progress (xmin) has the lowest id that a new entry can have.
-- Of concurrent transactions one raises the offset, and the others wait for it, and take its value.
CREATE FUNCTION audit_offset_of_shard(company integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    here constant integer := (SELECT groupid FROM pg_dist_local_group);
    known record;
    newest bigint;
    raised bigint;
BEGIN
    SELECT o.value, o.node INTO known FROM audit_offset o WHERE o.company_id = company;
    IF known.node = here THEN RETURN known.value; END IF;
    newest := (SELECT max(e.transaction_id) FROM audit_entry e WHERE e.company_id = company);
    raised := greatest(coalesce(newest, 0) + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint, 0);
    INSERT INTO audit_offset AS o (company_id, value, node) VALUES (company, raised, here)
    ON CONFLICT (company_id) DO UPDATE SET
        value = CASE WHEN o.node = excluded.node THEN o.value ELSE greatest(o.value, excluded.value) END,
        node = excluded.node;
    RETURN (SELECT o.value FROM audit_offset o WHERE o.company_id = company);
END $$;

-- In audit_table (0026_audit_on_shards) and in the functions of the triggers that it has generated.
DO $$
DECLARE
    read constant text := '(SELECT o.value FROM audit_offset o WHERE o.company_id = company_of_row)';
    definition text;
BEGIN
    FOR definition IN
        SELECT pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND starts_with(proname, 'audit_') AND position(read IN prosrc) > 0
    LOOP
        EXECUTE replace(definition, read, 'audit_offset_of_shard(company_of_row)');
    END LOOP;
END $$;

-- The companies whose newest entry has an id that their server has not assigned yet, each with the offset that it needs. Each
-- server of a distributed PostgreSQL computes it for its companies.
CREATE FUNCTION needed_audit_offsets() RETURNS TABLE (company_id integer, value bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT c.id, e.transaction_id + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    FROM company c
    CROSS JOIN LATERAL (
        SELECT transaction_id FROM audit_entry WHERE company_id = c.id ORDER BY transaction_id DESC LIMIT 1
    ) e
    LEFT JOIN audit_offset o ON o.company_id = c.id
    WHERE e.transaction_id - coalesce(o.value, 0) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
$$;

-- Raises the offset of these companies: see 0020_audit_offset. Each start of the service calls it.
CREATE OR REPLACE FUNCTION raise_audit_offsets() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    needed record;
    raised integer := 0;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM needed_audit_offsets()) THEN RETURN 0; END IF;
    LOCK TABLE audit_entry IN SHARE ROW EXCLUSIVE MODE;
    FOR needed IN SELECT * FROM needed_audit_offsets() LOOP
        INSERT INTO audit_offset (company_id, value) VALUES (needed.company_id, needed.value)
        ON CONFLICT (company_id) DO UPDATE SET value = excluded.value;
        raised := raised + 1;
    END LOOP;
    RETURN raised;
END $$;
DROP FUNCTION companies_ahead_of_server();

-- See 0021_shown_values. On a shard, a loop writes one entry after the other: see 0026_audit_on_shards.
CREATE OR REPLACE FUNCTION change_shown_values() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
    company_of_row constant integer := NEW.company_id;
    changed record;
    audit_offset_of_row bigint;
    number integer := coalesce(nullif(current_setting('app.audit_entries', true), '')::int, 0);
BEGIN
    IF jsonb_path_query_array(OLD.custom_fields, '$[*].fieldId') = jsonb_path_query_array(NEW.custom_fields, '$[*].fieldId')
       AND jsonb_path_query_array(OLD.custom_fields, '$[*].label') = jsonb_path_query_array(NEW.custom_fields, '$[*].label')
    THEN RETURN NULL; END IF;
    IF TG_TABLE_NAME = 'asset_type' THEN
        WITH changed AS (
            UPDATE asset SET updated_at = NEW.updated_at
            FROM (
                SELECT a.id, was.field_values AS old_values, shown.field_values AS new_values
                FROM asset a
                CROSS JOIN LATERAL shown_values(OLD.custom_fields, a.meta_data) was
                CROSS JOIN LATERAL shown_values(NEW.custom_fields, a.meta_data) shown
                WHERE a.company_id = NEW.company_id AND a.type_id = NEW.id AND a.meta_data <> '{}'
                  AND was.list IS DISTINCT FROM shown.list
                ORDER BY a.id
                FOR UPDATE OF a
            ) c
            WHERE asset.company_id = NEW.company_id AND asset.id = c.id
            RETURNING asset.uuid, c.old_values, c.new_values
        )
        INSERT INTO audit_entry (company_id, transaction_id, record_type, record_id, action, before, after,
                                 user_id, session_id, api_key_id, operation, request_id)
        SELECT c.company_id, pg_current_xact_id()::text::bigint
                   + coalesce((SELECT o.value FROM audit_offset o WHERE o.company_id = NEW.company_id), 0),
               'Asset', uuid, 'updated',
               CASE WHEN old_values = new_values THEN '{}' ELSE jsonb_build_object('customFieldValues', old_values) END,
               CASE WHEN old_values = new_values THEN '{}' ELSE jsonb_build_object('customFieldValues', new_values) END,
               (actor ->> 'user')::int, (actor ->> 'session')::uuid, (actor ->> 'apiKey')::int,
               actor ->> 'operation', actor ->> 'request'
        FROM changed CROSS JOIN (SELECT NEW.company_id) c;
        RETURN NULL;
    END IF;
    audit_offset_of_row := audit_offset_of_shard(company_of_row);
    FOR changed IN
        SELECT a.id, a.uuid, jsonb_build_object('customFieldValues', was.field_values) AS before,
               jsonb_build_object('customFieldValues', shown.field_values) AS after
        FROM asset a
        CROSS JOIN LATERAL shown_values(OLD.custom_fields, a.meta_data) was
        CROSS JOIN LATERAL shown_values(NEW.custom_fields, a.meta_data) shown
        WHERE a.company_id = company_of_row AND a.type_id = NEW.id AND a.meta_data <> '{}'
          AND was.list IS DISTINCT FROM shown.list
        ORDER BY a.id
        FOR UPDATE OF a
    LOOP
        UPDATE asset SET updated_at = NEW.updated_at WHERE company_id = company_of_row AND id = changed.id;
        number := number + 1;
        INSERT INTO audit_entry (company_id, transaction_id, id, record_type, record_id, action, before, after,
                                 user_id, session_id, api_key_id, operation, request_id)
        VALUES (company_of_row, pg_current_xact_id()::text::bigint + audit_offset_of_row, number, 'Asset', changed.uuid, 'updated',
                CASE WHEN changed.before = changed.after THEN '{}' ELSE changed.before END,
                CASE WHEN changed.before = changed.after THEN '{}' ELSE changed.after END,
                (actor ->> 'user')::int, (actor ->> 'session')::uuid, (actor ->> 'apiKey')::int,
                actor ->> 'operation', actor ->> 'request');
    END LOOP;
    PERFORM set_config('app.audit_entries', number::text, true);
    RETURN NULL;
END $$;

-- See 0023_deleted_entries. One company after the other; `min` reads one index entry.
CREATE OR REPLACE FUNCTION delete_audit_entries(until timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    company integer := (SELECT min(company_id) FROM audit_entry);
    newest record;
    number integer;
    total integer := 0;
BEGIN
    IF NOT pg_try_advisory_xact_lock(72707370) THEN RETURN 0; END IF;
    WHILE company IS NOT NULL LOOP
        SELECT e.transaction_id, e.id INTO newest FROM (
            SELECT transaction_id, id, at FROM audit_entry WHERE company_id = company ORDER BY transaction_id, id LIMIT 100
        ) e WHERE e.at < until ORDER BY e.transaction_id DESC, e.id DESC LIMIT 1;
        IF FOUND THEN
            DELETE FROM audit_entry WHERE company_id = company AND at < until
              AND (transaction_id, id) <= (newest.transaction_id, newest.id);
            GET DIAGNOSTICS number = ROW_COUNT;
            total := total + number;
            INSERT INTO audit_deletion (company_id, transaction_id, id) VALUES (company, newest.transaction_id, newest.id)
            ON CONFLICT (company_id) DO UPDATE SET transaction_id = excluded.transaction_id, id = excluded.id;
        END IF;
        company := (SELECT min(company_id) FROM audit_entry WHERE company_id > company);
    END LOOP;
    RETURN total;
END $$;

-- See 0024_cleanup. It finds the rows of a kind, and deletes those of one company after the other.
CREATE OR REPLACE FUNCTION delete_expired(audit_until timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    batch constant integer := 1000;
    entries integer := 0;
    number integer;
    total integer := 0;
    remaining jsonb := '{}';
    source record;
    expired record;
    company integer;
BEGIN
    IF NOT pg_try_advisory_xact_lock(72707371) THEN RETURN 0; END IF;
    FOR source IN SELECT * FROM (VALUES
        ('access_token', 'hash', 'bytea', 'expires_at', now() - interval '1 day', 'session_id'),
        ('refresh_token', 'hash', 'bytea', 'expires_at', now() - interval '1 day', 'session_id'),
        ('session', 'id', 'uuid', 'revoked_at', now() - interval '1 day', NULL),
        ('password_token', 'hash', 'bytea', 'expires_at', now(), NULL),
        ('idempotency_key', 'hash', 'bytea', 'created_at', now() - interval '24 hours', NULL)
    ) sources (name, key, type, at, until, session) LOOP
        FOR expired IN EXECUTE format($sql$
            SELECT company_id, array_agg(%2$I::text) AS keys, array_agg(DISTINCT %4$s) AS sessions
            FROM (SELECT * FROM %1$I WHERE %3$I < $1 ORDER BY %3$I LIMIT $2) due GROUP BY company_id
            $sql$, source.name, source.key, source.at, coalesce(source.session, 'NULL::uuid'))
            USING source.until, batch
        LOOP
            -- `skip locked`: requests do not wait for the cleanup, and it does not wait for them.
            EXECUTE format($sql$
                DELETE FROM %1$I WHERE company_id = $1 AND %2$I = ANY (ARRAY(
                    SELECT %2$I FROM %1$I WHERE company_id = $1 AND %2$I = ANY ($2::%3$s[]) AND %4$I < $3 FOR UPDATE SKIP LOCKED
                ))$sql$, source.name, source.key, source.type, source.at)
            USING expired.company_id, expired.keys, source.until;
            GET DIAGNOSTICS number = ROW_COUNT;
            total := total + number;
            IF number > 0 AND source.session IS NOT NULL THEN
                company := expired.company_id;
                DELETE FROM session s WHERE s.company_id = company AND s.id = ANY (expired.sessions)
                  AND NOT EXISTS (SELECT 1 FROM access_token t WHERE t.company_id = company AND t.session_id = s.id)
                  AND NOT EXISTS (SELECT 1 FROM refresh_token t WHERE t.company_id = company AND t.session_id = s.id);
            END IF;
        END LOOP;
        EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %I WHERE %I < $1 LIMIT 10000) due', source.name, source.at)
        INTO number USING source.until;
        remaining := remaining || jsonb_build_object(source.name, number);
    END LOOP;
    IF audit_until IS NOT NULL THEN
        entries := delete_audit_entries(audit_until);
        -- As many as the next call deletes.
        number := 0;
        company := (SELECT min(company_id) FROM audit_entry);
        WHILE company IS NOT NULL LOOP
            number := number + (SELECT count(*) FROM (
                SELECT at FROM audit_entry WHERE company_id = company ORDER BY transaction_id, id LIMIT 100
            ) oldest WHERE oldest.at < audit_until);
            company := (SELECT min(company_id) FROM audit_entry WHERE company_id > company);
        END LOOP;
        remaining := remaining || jsonb_build_object('audit_entry', number);
    END IF;
    UPDATE service_state SET cleaned_at = now(), left_over = remaining;
    RETURN total + entries;
END $$;
