-- Older instances: builds index asset_meta_data_idx: writers of the table wait for this time; the changelog says how to build it before.
LOCK TABLE "asset" IN SHARE MODE;
LOCK TABLE "asset_type" IN SHARE ROW EXCLUSIVE MODE;

-- Finds the assets with a value of a custom field. A key of the index is the hash of a field's UUID and a value.
CREATE INDEX IF NOT EXISTS "asset_meta_data_idx" ON "asset" USING gin ("meta_data" jsonb_path_ops);

-- Custom fields in which each has a kind. A field without one was written by an instance of the release that knew no kinds: it
-- is a choice if it has options; else it keeps what `known`, the fields before, say about numbers, dates and booleans.
CREATE FUNCTION fields_with_kinds(fields jsonb, known jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(jsonb_agg(CASE
        WHEN f.field ? 'kind' THEN f.field
        WHEN f.field -> 'options' <> '[]' THEN f.field || '{"kind": "CHOICE"}'
        ELSE '{"kind": "TEXT"}' || coalesce((
            SELECT jsonb_build_object('kind', k.field -> 'kind', 'unit', k.field -> 'unit',
                                      'minimum', k.field -> 'minimum', 'maximum', k.field -> 'maximum')
            FROM jsonb_array_elements(known) AS k (field)
            WHERE k.field -> 'fieldId' = f.field -> 'fieldId' AND k.field ->> 'kind' <> 'CHOICE'
            LIMIT 1), '{}') || f.field
        END ORDER BY f.position), '[]')
    FROM jsonb_array_elements(fields) WITH ORDINALITY AS f (field, position)
$$;

UPDATE "asset_type" SET "custom_fields" = fields_with_kinds("custom_fields", '[]')
WHERE "custom_fields" <> fields_with_kinds("custom_fields", '[]');

CREATE FUNCTION keep_field_kinds() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.custom_fields := fields_with_kinds(NEW.custom_fields, CASE WHEN TG_OP = 'UPDATE' THEN OLD.custom_fields ELSE '[]' END);
    RETURN NEW;
END $$;

CREATE TRIGGER keep_field_kinds BEFORE INSERT OR UPDATE OF "custom_fields" ON "asset_type"
FOR EACH ROW EXECUTE FUNCTION keep_field_kinds();

-- An asset shows the kinds and units of its custom fields, too: see 0021_shown_values and 0027_functions_on_shards.
CREATE FUNCTION shown_fields(fields jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(jsonb_agg(jsonb_build_array(f.field -> 'fieldId', f.field -> 'label', f.field -> 'kind',
                                                nullif(f.field -> 'unit', 'null')) ORDER BY f.position), '[]')
    FROM jsonb_array_elements(fields) WITH ORDINALITY AS f (field, position)
$$;

CREATE OR REPLACE FUNCTION shown_values(fields jsonb, stored jsonb) RETURNS TABLE (list jsonb, field_values jsonb)
LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_agg(jsonb_build_array(f.field -> 'fieldId', f.field -> 'label', f.field -> 'kind',
                                       nullif(f.field -> 'unit', 'null')) ORDER BY f.position),
           coalesce(jsonb_object_agg(f.field ->> 'fieldId', stored -> (f.field ->> 'fieldId')), '{}')
    FROM jsonb_array_elements(fields) WITH ORDINALITY AS f (field, position)
    WHERE stored ? (f.field ->> 'fieldId')
$$;

CREATE OR REPLACE FUNCTION change_shown_values() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
    company_of_row constant integer := NEW.company_id;
    changed record;
    audit_offset_of_row bigint;
    number integer := coalesce(nullif(current_setting('app.audit_entries', true), '')::int, 0);
BEGIN
    IF shown_fields(OLD.custom_fields) = shown_fields(NEW.custom_fields) THEN RETURN NULL; END IF;
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
