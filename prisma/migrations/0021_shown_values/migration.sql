-- An asset shows the values of its custom fields with their labels, in the order of its type. If a change of the type changes
-- what assets show, their `updated_at` becomes that of the type, and each gets an audit entry: a program that keeps a copy
-- reads them again. The entry has the values before and after; it has no change if only a label or the order is new.

-- What an asset shows: `list` in order, with labels, and `field_values` by field.
CREATE FUNCTION shown_values(fields jsonb, stored jsonb) RETURNS TABLE (list jsonb, field_values jsonb)
LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_agg(jsonb_build_array(f.field -> 'fieldId', f.field -> 'label') ORDER BY f.position),
           coalesce(jsonb_object_agg(f.field ->> 'fieldId', stored -> (f.field ->> 'fieldId')), '{}')
    FROM jsonb_array_elements(fields) WITH ORDINALITY AS f (field, position)
    WHERE stored ? (f.field ->> 'fieldId')
$$;

CREATE FUNCTION change_shown_values() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
BEGIN
    IF jsonb_path_query_array(OLD.custom_fields, '$[*].fieldId') = jsonb_path_query_array(NEW.custom_fields, '$[*].fieldId')
       AND jsonb_path_query_array(OLD.custom_fields, '$[*].label') = jsonb_path_query_array(NEW.custom_fields, '$[*].label')
    THEN RETURN NULL; END IF;
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
    SELECT NEW.company_id,
           pg_current_xact_id()::text::bigint
               + coalesce((SELECT o.value FROM audit_offset o WHERE o.company_id = NEW.company_id), 0),
           'Asset', uuid, 'updated',
           CASE WHEN old_values = new_values THEN '{}' ELSE jsonb_build_object('customFieldValues', old_values) END,
           CASE WHEN old_values = new_values THEN '{}' ELSE jsonb_build_object('customFieldValues', new_values) END,
           (actor ->> 'user')::int, (actor ->> 'session')::uuid, (actor ->> 'apiKey')::int,
           actor ->> 'operation', actor ->> 'request'
    FROM changed;
    RETURN NULL;
END $$;

CREATE TRIGGER change_shown_values AFTER UPDATE ON asset_type
FOR EACH ROW WHEN (OLD.custom_fields IS DISTINCT FROM NEW.custom_fields) EXECUTE FUNCTION change_shown_values();
