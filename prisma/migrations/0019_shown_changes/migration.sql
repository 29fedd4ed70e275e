-- The changes of an entry: [{field, before, after}]. Only fields that GraphQL has, under their names there: `audience` is
-- `Session.interface`. `test/audit/fields.test.ts` finds the others.
CREATE OR REPLACE FUNCTION audit_changes(company integer, type text, before jsonb, after jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
DECLARE
    interfaces constant jsonb := '{"graphql": "GRAPHQL", "set_a": "REST_API", "set_b": "REST_V1"}';
BEGIN
    RETURN (
        SELECT coalesce(jsonb_agg(
            CASE field WHEN 'audience' THEN jsonb_build_object(
                'field', 'interface', 'before', interfaces -> (before ->> field), 'after', interfaces -> (after ->> field)
            ) ELSE jsonb_build_object(
                'field', field,
                'before', audit_text(company, type, field, before -> field),
                'after', audit_text(company, type, field, after -> field)
            ) END
            ORDER BY CASE field WHEN 'audience' THEN 'interface' ELSE field END COLLATE "C"), '[]')
        FROM jsonb_object_keys(coalesce(after, before)) field
        WHERE field <> ALL (ARRAY['logo', 'demo', 'appNeedsUpdate', 'picture', 'profileRemovedAt', 'passwordTokenExpiresAt',
                                  'public', 'batch', 'batchId', 'position', 'question', 'oauthClientId', 'workedSeconds', 'workingSince'])
          AND NOT (type = 'Session' AND field IN ('userId', 'apiKeyId'))
          AND NOT (type IN ('Company', 'Checklist', 'Document') AND field = 'removedAt')
    );
END $$;
