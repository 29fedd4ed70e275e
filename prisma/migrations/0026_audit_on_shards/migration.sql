-- Older instances: drops function audit_table*: only migrations call it, and this one replaces it.

-- Lets the triggers of the audit log work on the shards of a distributed PostgreSQL (Citus), too: docs/decisions/sharding.md.
-- On a plain server they do what they did before. Replacing a function locks no table.
--
-- The trigger of a shard runs on the shard's server. There, a statement cannot read the changed rows together with a distributed
-- table, an INSERT of a distributed table cannot have subqueries, and the sequence of "id" has no values. So a loop writes one
-- entry after the other, and numbers those of the transaction itself, in the setting app.audit_entries.
DROP FUNCTION audit_table(regclass, text, jsonb, jsonb, text, text, boolean, boolean, text[], text);

-- The parameters are described in 0016_audit. `replaces`: the triggers exist, and their conditions do not change.
CREATE FUNCTION audit_table(
    name regclass, type text, fields jsonb, secrets jsonb DEFAULT '{}', record text DEFAULT 'r.uuid',
    company text DEFAULT 'r.company_id', removable boolean DEFAULT false, part boolean DEFAULT false,
    operations text[] DEFAULT '{INSERT,UPDATE,DELETE}', source text DEFAULT 'changed_rows', replaces boolean DEFAULT false
) RETURNS void LANGUAGE plpgsql AS $audit_table$
DECLARE
    table_name constant text := (SELECT relname FROM pg_class WHERE oid = name);
    trigger_name constant text := 'audit_' || table_name;
    -- `r.` at the beginning of a word.
    row_name constant text := '\mr\.';
    company_of_new text := regexp_replace(company, row_name, 'NEW.', 'g');
    record_of_new text := regexp_replace(record, row_name, 'NEW.', 'g');
    company_of_changed text := regexp_replace(company, row_name, 'changed.', 'g');
    record_of_changed text := regexp_replace(record, row_name, 'changed.', 'g');
    object text := (SELECT format('(SELECT to_jsonb(x) FROM (SELECT %s) x)', string_agg(format('%s AS %I', value, key), ', '))
                    FROM jsonb_each_text(fields));
    compared text := (SELECT string_agg(value, ', ') FROM jsonb_each_text(fields || secrets));
    -- Statements, because plpgsql evaluates simple expressions without the executor.
    changes text := (SELECT string_agg(format($$
                IF %s IS DISTINCT FROM %s THEN
                    before := before || jsonb_build_object(%L, %s);
                    after := after || jsonb_build_object(%L, %s);
                END IF;$$, old_value, new_value, key, CASE WHEN fields ? key THEN old_value ELSE 'NULL' END,
                key, CASE WHEN fields ? key THEN new_value ELSE 'NULL' END), '')
            FROM jsonb_each_text(fields || secrets),
                 regexp_replace(value, row_name, 'OLD.', 'g') old_value, regexp_replace(value, row_name, 'NEW.', 'g') new_value);
    written_by constant text := $$(actor ->> 'user')::int, (actor ->> 'session')::uuid, (actor ->> 'apiKey')::int,
                           actor ->> 'operation', actor ->> 'request'$$;
    -- On a plain server: the entries of all rows, with one statement.
    entries constant text := $$
                INSERT INTO audit_entry (company_id, transaction_id, record_type, record_id, action, before, after,
                                         user_id, session_id, api_key_id, operation, request_id)
                SELECT c.company_id, pg_current_xact_id()::text::bigint
                           + coalesce((SELECT o.value FROM audit_offset o WHERE o.company_id = c.company_id), 0),
                       %L, c.record_id, %s, %s, %s, %s
                FROM %s;$$;
    -- On a shard: the entry of one row.
    entry constant text := $$
                company_of_row := %s;
                record_of_row := %s;%s
                audit_offset_of_row := (SELECT o.value FROM audit_offset o WHERE o.company_id = company_of_row);
                number := coalesce(nullif(current_setting('app.audit_entries', true), '')::int, 0) + 1;
                PERFORM set_config('app.audit_entries', number::text, true);
                INSERT INTO audit_entry (company_id, transaction_id, id, record_type, record_id, action, before, after,
                                         user_id, session_id, api_key_id, operation, request_id)
                VALUES (company_of_row, pg_current_xact_id()::text::bigint + coalesce(audit_offset_of_row, 0), number,
                        %L, record_of_row, %s, %s, %s, %s);$$;
    -- A part is deleted together with its record, which is not found any more. It may have no values.
    rows text := format('(SELECT %s AS company_id, %s AS record_id, jsonb_strip_nulls(%s) AS fields FROM %s r) c%s',
        company, record, object, source, CASE WHEN part THEN $$ WHERE c.record_id IS NOT NULL AND c.fields <> '{}'$$ ELSE '' END);
    values_of_row text := format($$
                after := jsonb_strip_nulls(%s);%s$$, regexp_replace(object, row_name, 'changed.', 'g'), CASE WHEN part THEN $$
                CONTINUE WHEN record_of_row IS NULL OR after = '{}';$$ ELSE '' END);
    action text;
    operation text;
    body text := '';
BEGIN
    FOREACH operation IN ARRAY operations LOOP
        action := CASE
            WHEN operation = 'UPDATE' AND removable THEN $$CASE WHEN NOT after ? 'removedAt' THEN 'updated'
                    WHEN NEW.deleted_at IS NULL THEN 'restored' ELSE 'removed' END$$
            WHEN operation = 'UPDATE' OR part THEN quote_literal('updated')
            WHEN operation = 'INSERT' THEN quote_literal('created')
            ELSE quote_literal('deleted')
        END;
        body := body || format('
            IF TG_OP = %L THEN', operation) || CASE operation
            WHEN 'UPDATE' THEN changes || format($$
                IF is_plain THEN%s
                ELSE%s
                END IF;$$,
                format(entries, type, action, 'before', 'after', written_by, format('(SELECT %s AS company_id, %s AS record_id) c', company_of_new, record_of_new)),
                format(entry, company_of_new, record_of_new, '', type, action, 'before', 'after', written_by))
            ELSE format($$
                IF is_plain THEN%s
                ELSE FOR changed IN SELECT * FROM %s s LOOP%s
                END LOOP; END IF;$$,
                CASE operation
                    WHEN 'INSERT' THEN format(entries, type, action, 'NULL', 'c.fields', written_by, rows)
                    ELSE format(entries, type, action, 'c.fields', 'NULL', written_by, rows)
                END, source,
                CASE operation
                    WHEN 'INSERT' THEN format(entry, company_of_changed, record_of_changed, values_of_row, type, action, 'NULL', 'after', written_by)
                    ELSE format(entry, company_of_changed, record_of_changed, values_of_row, type, action, 'after', 'NULL', written_by)
                END)
            END || '
            END IF;';
    END LOOP;
    EXECUTE format($$
        CREATE OR REPLACE FUNCTION %I() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
        DECLARE
            -- The name of a shard ends with its number.
            is_plain constant boolean := TG_TABLE_NAME = %L;
            actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
            before jsonb := '{}';
            after jsonb := '{}';
            changed record;
            company_of_row integer;
            record_of_row uuid;
            audit_offset_of_row bigint;
            number integer;
        BEGIN%s
            RETURN NULL;
        END $body$ $$, trigger_name, table_name, body);
    IF replaces THEN RETURN; END IF;
    FOREACH operation IN ARRAY operations LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %s %s EXECUTE FUNCTION %I()',
            trigger_name || '_' || lower(operation), operation, name,
            CASE operation
            WHEN 'UPDATE' THEN format('FOR EACH ROW WHEN ((%s) IS DISTINCT FROM (%s))',
                regexp_replace(compared, row_name, 'OLD.', 'g'), regexp_replace(compared, row_name, 'NEW.', 'g'))
            ELSE format('REFERENCING %s TABLE AS changed_rows FOR EACH STATEMENT',
                CASE operation WHEN 'INSERT' THEN 'NEW' ELSE 'OLD' END)
            END, trigger_name);
    END LOOP;
END $audit_table$;

-- The functions of all triggers.
SELECT audit_table('company', 'Company', '{
    "name": "r.name", "primaryUserId": "r.primary_user_id", "logo": "r.logo",
    "registrationNumber": "r.registration_number", "vatNumber": "r.vat_number", "industryId": "r.industry_id",
    "regionId": "r.region_id", "allowExternalBarcodes": "r.allow_external_barcodes", "barcodeFormat": "r.barcode_format",
    "assetpoolBranchId": "r.assetpool_branch_id", "manualInspectionClosure": "r.manual_inspection_closure",
    "salesRepId": "r.sales_rep_id", "appName": "r.app_name", "fromEmail": "r.from_email",
    "fromEmailName": "r.from_email_name", "appEmailLogo": "r.app_email_logo",
    "whiteLabelEnabled": "r.white_label_enabled", "frontendUrl": "r.frontend_url", "demo": "r.demo",
    "removedAt": "r.deleted_at"
}', company => 'r.id', removable => true, replaces => true);
SELECT audit_table('app_user', 'User', '{
    "firstName": "r.first_name", "lastName": "r.last_name", "email": "r.email", "active": "r.active",
    "phoneNumber": "r.phone_number", "appNeedsUpdate": "r.app_needs_update", "timezone": "r.timezone",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', secrets => '{"password": "r.password_hash"}', removable => true, replaces => true);
SELECT audit_table('membership', 'User', '{"role": "r.role"}', part => true,
    record => '(SELECT u.uuid FROM app_user u WHERE u.company_id = r.company_id AND u.id = r.user_id)', replaces => true);
SELECT audit_table('profile', 'User', '{
    "mobile": "r.mobile", "telephone": "r.telephone", "picture": "r.picture", "position": "r.position",
    "dialingCode": "r.dialing_code", "employeeNumber": "r.employee_number", "idNumber": "r.id_number",
    "profileRemovedAt": "r.deleted_at"
}', part => true, record => '(SELECT u.uuid FROM app_user u WHERE u.company_id = r.company_id AND u.id = r.user_id)', replaces => true);
SELECT audit_table('client', 'Client', '{
    "legalName": "r.legal_name", "tradingName": "r.trading_name", "registrationNumber": "r.registration_number",
    "vatNumber": "r.vat_number", "createdById": "r.user_id", "logo": "r.logo",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('site', 'Site', '{
    "clientId": "r.client_id", "name": "r.name", "legalName": "r.legal_name",
    "registrationNumber": "r.registration_number", "vatNumber": "r.vat_number", "createdById": "r.user_id",
    "managerId": "r.manager_id", "logo": "r.logo", "riskLevel": "r.risk_id", "failureThreshold": "r.failure_threshold",
    "street": "r.street", "city": "r.city", "region": "r.region", "timezone": "r.timezone",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('zone_type', 'ZoneType', '{
    "name": "r.description", "riskLevel": "r.risk_id", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('zone_type_asset_type', 'ZoneType', '{"assetTypeIds": "r.asset_type_ids"}', part => true,
    record => '(SELECT z.uuid FROM zone_type z WHERE z.company_id = r.company_id AND z.id = r.zone_type_id)', operations => '{INSERT,DELETE}',
    source => '(SELECT company_id, zone_type_id, array_agg(asset_type_id) AS asset_type_ids FROM changed_rows GROUP BY 1, 2)', replaces => true);
SELECT audit_table('zone', 'Zone', '{
    "siteId": "r.site_id", "typeId": "r.type_id", "name": "r.name", "sizeSquareMetres": "nullif(r.size, 0)",
    "createdById": "r.user_id", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('checklist', 'Checklist', '{"name": "r.name", "removedAt": "r.deleted_at"}', removable => true, replaces => true);
SELECT audit_table('checklist_check', 'Checklist', '{"position": "r.position", "question": "r.question"}', part => true,
    record => '(SELECT c.uuid FROM checklist c WHERE c.company_id = r.company_id AND c.id = r.checklist_id)', replaces => true);
SELECT audit_table('asset_type', 'AssetType', '{
    "name": "r.name", "shortCode": "r.short_code", "checklistId": "r.checklist_id", "riskLevel": "r.risk_id",
    "customFields": "r.custom_fields", "enforceChecklistOrder": "r.enforce_checklist_order",
    "inspectionIntervalDays": "r.inspection_interval_days",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('asset', 'Asset', '{
    "code": "r.code", "zoneId": "r.zone_id", "typeId": "r.type_id", "riskLevel": "r.risk_id",
    "defective": "r.defective", "customFieldValues": "r.meta_data", "lastInspectedAt": "r.last_inspection",
    "nextInspectionDueAt": "r.next_inspection", "decommissionedAt": "r.decommissioned_at", "createdById": "r.user_id",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('barcode', 'Barcode', '{
    "data": "r.data", "prefix": "r.prefix", "assetId": "r.asset_id", "public": "r.public", "batch": "r.batch",
    "batchId": "r.batch_id", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('job_type', 'JobType', '{
    "name": "r.description", "passPercentage": "r.pass_percentage", "active": "r.active",
    "requiresSignature": "r.requires_signature", "singleInspection": "r.single_inspection",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('job', 'Job', '{
    "number": "r.number", "siteId": "r.site_id", "typeId": "r.type_id", "technicianId": "r.technician_id",
    "createdById": "r.user_id", "status": "r.status", "scheduledStart": "r.scheduled_start",
    "scheduledEnd": "r.scheduled_end", "startedAt": "r.started_at", "completedAt": "r.completed_at",
    "cancelledAt": "r.cancelled_at", "closedById": "r.closed_by_id", "workedSeconds": "r.worked_seconds",
    "workingSince": "r.working_since", "allowEarlyClosure": "r.allow_early_closure",
    "specialInstructions": "r.special_instructions", "reference": "r.reference",
    "requiresSignature": "r.requires_signature", "signatureName": "r.signature_name", "syncedAt": "r.synced_at",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true, replaces => true);
SELECT audit_table('job_zone', 'Job', '{"zoneIds": "r.zone_ids"}', part => true,
    record => '(SELECT j.uuid FROM job j WHERE j.company_id = r.company_id AND j.id = r.job_id)', operations => '{INSERT,DELETE}',
    source => '(SELECT company_id, job_id, array_agg(zone_id) AS zone_ids FROM changed_rows GROUP BY 1, 2)', replaces => true);
SELECT audit_table('document', 'Document', '{
    "jobId": "r.job_id", "assetId": "r.asset_id", "name": "r.name", "contentType": "r.content_type", "size": "r.size",
    "createdById": "r.user_id", "removedAt": "r.deleted_at"
}', removable => true, replaces => true);
SELECT audit_table('inspection', 'Inspection', '{
    "assetId": "r.asset_id", "jobId": "r.job_id", "inspectorId": "r.inspector_id", "outcome": "r.outcome",
    "score": "r.score", "note": "r.note", "inspectedAt": "r.inspected_at"
}', replaces => true);
SELECT audit_table('api_key', 'ApiKey', '{
    "name": "r.name", "prefix": "r.prefix", "createdById": "r.user_id", "expiresAt": "r.expires_at",
    "revokedAt": "r.revoked_at"
}', replaces => true);
SELECT audit_table('session', 'Session', '{
    "userId": "r.user_id", "audience": "r.audience", "oauthClientId": "r.oauth_client_id", "apiKeyId": "r.api_key_id",
    "address": "r.address", "userAgent": "r.user_agent", "revokedAt": "r.revoked_at"
}', record => 'r.id', operations => '{INSERT,UPDATE}', replaces => true);
SELECT audit_table('refresh_token', 'Session', '{"refreshedAt": "r.used_at"}', record => 'r.session_id', part => true,
    operations => '{UPDATE}', replaces => true);
SELECT audit_table('password_token', 'User', '{"passwordTokenExpiresAt": "r.expires_at"}', part => true,
    record => '(SELECT u.uuid FROM app_user u WHERE u.company_id = r.company_id AND u.id = r.user_id)', operations => '{INSERT}', replaces => true);

-- A distributed PostgreSQL cannot use the result of a subquery without columns.
DO $$
DECLARE
    definition text;
BEGIN
    FOR definition IN
        SELECT pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
        WHERE p.pronamespace = 'public'::regnamespace AND l.lanname IN ('sql', 'plpgsql') AND p.prosrc ~ '\mSELECT FROM\M'
    LOOP
        EXECUTE regexp_replace(definition, '\mSELECT FROM\M', 'SELECT 1 FROM', 'g');
    END LOOP;
END $$;

-- It takes 11 µs for a code. With the default of 100, PostgreSQL reads all jobs of a company rather than the index on text_grams, if the
-- company is one of many.
ALTER FUNCTION text_grams COST 1000;
