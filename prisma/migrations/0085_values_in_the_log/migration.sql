-- `position` and `question` are hidden for checklists only: a user has a `position`, too. Checklists are removed and restored as other
-- records are.
DO $$
DECLARE
    definition text := pg_get_functiondef('audit_changes'::regproc);
    of_checklists constant text := 'NOT (type IN (''Company'', ''Checklist'') AND field = ''removedAt'')';
BEGIN
    definition := replace(definition, '''position'', ''question'', ', '');
    EXECUTE replace(definition, of_checklists, 'NOT (type = ''Company'' AND field = ''removedAt'')
          AND NOT (type = ''Checklist'' AND field IN (''position'', ''question''))');

    -- Values as the API shows them.
    definition := replace(pg_get_functiondef('audit_text'::regproc), 'field IN (''status'', ''outcome'', ''role'')',
        'field IN (''status'', ''outcome'', ''role'', ''inspectionSchedule'', ''disabledReason'') OR type = ''Report'' AND field = ''kind''');
    EXECUTE replace(definition, '''workingSince'')', '''workingSince'', ''previousSecretUntil'')');
END $$;

-- The fields that have a value. `jsonb_strip_nulls` also removes what is null within lists and objects, which an update has.
CREATE FUNCTION without_nulls(fields jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(jsonb_object_agg(key, value) FILTER (WHERE value <> 'null'), '{}') FROM jsonb_each(fields)
$$;

-- Of the other tables, no field is a list or an object that can have a null in it.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['audit_asset_type', 'audit_checklist_version', 'audit_inspection'] LOOP
        EXECUTE replace(pg_get_functiondef(name::regproc), 'jsonb_strip_nulls(', 'without_nulls(');
    END LOOP;
END $$;
