-- CreateTable
CREATE TABLE "audit_entry" (
    "company_id" INTEGER NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "record_type" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "user_id" INTEGER,
    "session_id" UUID,
    "api_key_id" INTEGER,
    "operation" TEXT,
    "request_id" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("company_id","transaction_id","id")
);

-- CreateIndex
CREATE INDEX "audit_entry_company_id_record_id_transaction_id_id_idx" ON "audit_entry"("company_id", "record_id", "transaction_id", "id");

-- `id` orders the entries of a transaction, so it may begin again.
ALTER SEQUENCE "audit_entry_id_seq" CYCLE;

-- Row-level security: see 0011_row_level_security. Only the triggers write: they run as the owner.
ALTER TABLE "audit_entry" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "audit_entry"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'field_inspection_service') THEN
        REVOKE INSERT, UPDATE, DELETE ON audit_entry FROM field_inspection_service;
    END IF;
END $$;

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "audit_entry" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- Lets triggers write an audit entry for each row of a table that is inserted, updated or deleted. A later migration that
-- adds a column calls it again for the table: a test finds a column that is missing.
--
--   name       the table
--   type       the type of the record that a row belongs to
--   fields     by the name of a field in GraphQL, an SQL expression for its value; `r` is the row
--   secrets    the same for fields whose changes are recorded without their values
--   record     SQL of the record's UUID
--   company    SQL of the company's id
--   removable  whether `removedAt` is set by a removal
--   part       whether a row is a part of the record, so that its insertion or deletion changes the record
--   operations the kinds of statements that leave entries
--   source     SQL of the inserted or deleted rows
--
-- It generates one trigger function for each table. `to_jsonb` of a whole row would be shorter, but would read secrets and
-- the contents of documents. An insertion or deletion writes the entries of all rows with one statement. An update calls
-- the function only for rows with a changed field, so that the counters of a company cost nothing.
CREATE FUNCTION audit_table(
    name regclass, type text, fields jsonb, secrets jsonb DEFAULT '{}', record text DEFAULT 'r.uuid',
    company text DEFAULT 'r.company_id', removable boolean DEFAULT false, part boolean DEFAULT false,
    operations text[] DEFAULT '{INSERT,UPDATE,DELETE}', source text DEFAULT 'changed_rows'
) RETURNS void LANGUAGE plpgsql AS $audit_table$
DECLARE
    trigger_name text := 'audit_' || (SELECT relname FROM pg_class WHERE oid = name);
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
                 regexp_replace(value, '\mr\.', 'OLD.', 'g') old_value, regexp_replace(value, '\mr\.', 'NEW.', 'g') new_value);
    entry text := $$
                INSERT INTO audit_entry (company_id, transaction_id, record_type, record_id, action, before, after,
                                         user_id, session_id, api_key_id, operation, request_id)
                SELECT c.company_id, pg_current_xact_id()::text::bigint, %L, c.record_id, %s, %s, %s,
                       (actor ->> 'user')::int, (actor ->> 'session')::uuid, (actor ->> 'apiKey')::int,
                       actor ->> 'operation', actor ->> 'request'
                FROM %s;$$;
    -- A part is deleted together with its record, which is not found any more. It may have no values.
    rows text := format('(SELECT %s AS company_id, %s AS record_id, jsonb_strip_nulls(%s) AS fields FROM %s r) c%s',
        company, record, object, source, CASE WHEN part THEN $$ WHERE c.record_id IS NOT NULL AND c.fields <> '{}'$$ ELSE '' END);
    -- `r.` at the beginning of a word.
    row_name text := '\mr\.';
    action text := CASE WHEN NOT removable THEN quote_literal('updated') ELSE
        $$CASE WHEN NOT after ? 'removedAt' THEN 'updated' WHEN NEW.deleted_at IS NULL THEN 'restored' ELSE 'removed' END$$ END;
    operation text;
    body text := '';
BEGIN
    FOREACH operation IN ARRAY operations LOOP
        body := body || format('
            IF TG_OP = %L THEN', operation) || CASE operation
            WHEN 'INSERT' THEN
                format(entry, type, quote_literal(CASE WHEN part THEN 'updated' ELSE 'created' END), 'NULL', 'c.fields', rows)
            WHEN 'DELETE' THEN
                format(entry, type, quote_literal(CASE WHEN part THEN 'updated' ELSE 'deleted' END), 'c.fields', 'NULL', rows)
            ELSE changes
                || format(entry, type, action, 'before', 'after', format('(SELECT %s AS company_id, %s AS record_id) c',
                          regexp_replace(company, row_name, 'NEW.', 'g'), regexp_replace(record, row_name, 'NEW.', 'g')))
            END || '
            END IF;';
    END LOOP;
    EXECUTE format($$
        CREATE OR REPLACE FUNCTION %I() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
        DECLARE
            actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
            before jsonb := '{}';
            after jsonb := '{}';
        BEGIN%s
            RETURN NULL;
        END $body$ $$, trigger_name, body);
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

SELECT audit_table('company', 'Company', '{
    "name": "r.name", "primaryUserId": "r.primary_user_id", "logo": "r.logo",
    "registrationNumber": "r.registration_number", "vatNumber": "r.vat_number", "industryId": "r.industry_id",
    "regionId": "r.region_id", "allowExternalBarcodes": "r.allow_external_barcodes", "barcodeFormat": "r.barcode_format",
    "assetpoolBranchId": "r.assetpool_branch_id", "manualInspectionClosure": "r.manual_inspection_closure",
    "salesRepId": "r.sales_rep_id", "appName": "r.app_name", "fromEmail": "r.from_email",
    "fromEmailName": "r.from_email_name", "appEmailLogo": "r.app_email_logo",
    "whiteLabelEnabled": "r.white_label_enabled", "frontendUrl": "r.frontend_url", "demo": "r.demo",
    "removedAt": "r.deleted_at"
}', company => 'r.id', removable => true);
SELECT audit_table('app_user', 'User', '{
    "firstName": "r.first_name", "lastName": "r.last_name", "email": "r.email", "active": "r.active",
    "phoneNumber": "r.phone_number", "appNeedsUpdate": "r.app_needs_update", "timezone": "r.timezone",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', secrets => '{"password": "r.password_hash"}', removable => true);
SELECT audit_table('membership', 'User', '{"role": "r.role"}', part => true,
    record => '(SELECT u.uuid FROM app_user u WHERE u.id = r.user_id)');
SELECT audit_table('profile', 'User', '{
    "mobile": "r.mobile", "telephone": "r.telephone", "picture": "r.picture", "position": "r.position",
    "dialingCode": "r.dialing_code", "employeeNumber": "r.employee_number", "idNumber": "r.id_number",
    "profileRemovedAt": "r.deleted_at"
}', part => true, record => '(SELECT u.uuid FROM app_user u WHERE u.id = r.user_id)');
SELECT audit_table('client', 'Client', '{
    "legalName": "r.legal_name", "tradingName": "r.trading_name", "registrationNumber": "r.registration_number",
    "vatNumber": "r.vat_number", "createdById": "r.user_id", "logo": "r.logo",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('site', 'Site', '{
    "clientId": "r.client_id", "name": "r.name", "legalName": "r.legal_name",
    "registrationNumber": "r.registration_number", "vatNumber": "r.vat_number", "createdById": "r.user_id",
    "managerId": "r.manager_id", "logo": "r.logo", "riskLevel": "r.risk_id", "failureThreshold": "r.failure_threshold",
    "street": "r.street", "city": "r.city", "region": "r.region", "timezone": "r.timezone",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('zone_type', 'ZoneType', '{
    "name": "r.description", "riskLevel": "r.risk_id", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('zone_type_asset_type', 'ZoneType', '{"assetTypeIds": "r.asset_type_ids"}', part => true,
    record => '(SELECT z.uuid FROM zone_type z WHERE z.id = r.zone_type_id)', operations => '{INSERT,DELETE}',
    source => '(SELECT company_id, zone_type_id, array_agg(asset_type_id) AS asset_type_ids FROM changed_rows GROUP BY 1, 2)');
SELECT audit_table('zone', 'Zone', '{
    "siteId": "r.site_id", "typeId": "r.type_id", "name": "r.name", "sizeSquareMetres": "nullif(r.size, 0)",
    "createdById": "r.user_id", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('checklist', 'Checklist', '{"name": "r.name", "removedAt": "r.deleted_at"}', removable => true);
SELECT audit_table('checklist_check', 'Checklist', '{"position": "r.position", "question": "r.question"}', part => true,
    record => '(SELECT c.uuid FROM checklist c WHERE c.id = r.checklist_id)');
SELECT audit_table('asset_type', 'AssetType', '{
    "name": "r.name", "shortCode": "r.short_code", "checklistId": "r.checklist_id", "riskLevel": "r.risk_id",
    "customFields": "r.custom_fields", "enforceChecklistOrder": "r.enforce_checklist_order",
    "inspectionIntervalDays": "r.inspection_interval_days",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('asset', 'Asset', '{
    "code": "r.code", "zoneId": "r.zone_id", "typeId": "r.type_id", "riskLevel": "r.risk_id",
    "defective": "r.defective", "customFieldValues": "r.meta_data", "lastInspectedAt": "r.last_inspection",
    "nextInspectionDueAt": "r.next_inspection", "decommissionedAt": "r.decommissioned_at", "createdById": "r.user_id",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('barcode', 'Barcode', '{
    "data": "r.data", "prefix": "r.prefix", "assetId": "r.asset_id", "public": "r.public", "batch": "r.batch",
    "batchId": "r.batch_id", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('job_type', 'JobType', '{
    "name": "r.description", "passPercentage": "r.pass_percentage", "active": "r.active",
    "requiresSignature": "r.requires_signature", "singleInspection": "r.single_inspection",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('job', 'Job', '{
    "number": "r.number", "siteId": "r.site_id", "typeId": "r.type_id", "technicianId": "r.technician_id",
    "createdById": "r.user_id", "status": "r.status", "scheduledStart": "r.scheduled_start",
    "scheduledEnd": "r.scheduled_end", "startedAt": "r.started_at", "completedAt": "r.completed_at",
    "cancelledAt": "r.cancelled_at", "closedById": "r.closed_by_id", "workedSeconds": "r.worked_seconds",
    "workingSince": "r.working_since", "allowEarlyClosure": "r.allow_early_closure",
    "specialInstructions": "r.special_instructions", "reference": "r.reference",
    "requiresSignature": "r.requires_signature", "signatureName": "r.signature_name", "syncedAt": "r.synced_at",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('job_zone', 'Job', '{"zoneIds": "r.zone_ids"}', part => true,
    record => '(SELECT j.uuid FROM job j WHERE j.id = r.job_id)', operations => '{INSERT,DELETE}',
    source => '(SELECT company_id, job_id, array_agg(zone_id) AS zone_ids FROM changed_rows GROUP BY 1, 2)');
SELECT audit_table('document', 'Document', '{
    "jobId": "r.job_id", "assetId": "r.asset_id", "name": "r.name", "contentType": "r.content_type", "size": "r.size",
    "createdById": "r.user_id", "removedAt": "r.deleted_at"
}', removable => true);
SELECT audit_table('inspection', 'Inspection', '{
    "assetId": "r.asset_id", "jobId": "r.job_id", "inspectorId": "r.inspector_id", "outcome": "r.outcome",
    "score": "r.score", "note": "r.note", "inspectedAt": "r.inspected_at"
}');
SELECT audit_table('api_key', 'ApiKey', '{
    "name": "r.name", "prefix": "r.prefix", "createdById": "r.user_id", "expiresAt": "r.expires_at",
    "revokedAt": "r.revoked_at"
}');
-- Expired sessions and tokens are deleted without entries.
SELECT audit_table('session', 'Session', '{
    "userId": "r.user_id", "audience": "r.audience", "oauthClientId": "r.oauth_client_id", "apiKeyId": "r.api_key_id",
    "address": "r.address", "userAgent": "r.user_agent", "revokedAt": "r.revoked_at"
}', record => 'r.id', operations => '{INSERT,UPDATE}');
SELECT audit_table('refresh_token', 'Session', '{"refreshedAt": "r.used_at"}', record => 'r.session_id', part => true,
    operations => '{UPDATE}');
SELECT audit_table('password_token', 'User', '{"passwordTokenExpiresAt": "r.expires_at"}', part => true,
    record => '(SELECT u.uuid FROM app_user u WHERE u.id = r.user_id)', operations => '{INSERT}');

-- The value of a field as text, as GraphQL shows it: references are UUIDs, risks and enums have the names of their values.
CREATE FUNCTION audit_text(company integer, type text, field text, stored jsonb) RETURNS text
LANGUAGE plpgsql STABLE SET "TimeZone" = 'UTC' AS $$
BEGIN
    IF stored IS NULL OR stored = 'null' THEN
        RETURN NULL;
    ELSIF field IN ('status', 'outcome', 'role') THEN
        RETURN upper(stored #>> '{}');
    ELSIF field = 'riskLevel' THEN
        RETURN (SELECT upper(level) FROM risk WHERE id = stored::int);
    ELSIF field LIKE '%At' OR field IN ('scheduledStart', 'scheduledEnd', 'workingSince') THEN
        RETURN to_char((stored #>> '{}')::timestamptz, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    ELSIF field IN ('createdById', 'removedById', 'closedById', 'managerId', 'technicianId', 'inspectorId', 'userId', 'primaryUserId') THEN
        RETURN (SELECT uuid FROM app_user WHERE company_id = company AND id = stored::int);
    ELSIF field = 'clientId' THEN
        RETURN (SELECT uuid FROM client WHERE company_id = company AND id = stored::int);
    ELSIF field = 'siteId' THEN
        RETURN (SELECT uuid FROM site WHERE company_id = company AND id = stored::int);
    ELSIF field = 'zoneId' THEN
        RETURN (SELECT uuid FROM zone WHERE company_id = company AND id = stored::int);
    ELSIF field = 'assetId' THEN
        RETURN (SELECT uuid FROM asset WHERE company_id = company AND id = stored::int);
    ELSIF field = 'jobId' THEN
        RETURN (SELECT uuid FROM job WHERE company_id = company AND id = stored::int);
    ELSIF field = 'checklistId' THEN
        RETURN (SELECT uuid FROM checklist WHERE company_id = company AND id = stored::int);
    ELSIF field = 'apiKeyId' THEN
        RETURN (SELECT uuid FROM api_key WHERE company_id = company AND id = stored::int);
    ELSIF field = 'typeId' AND type = 'Asset' THEN
        RETURN (SELECT uuid FROM asset_type WHERE company_id = company AND id = stored::int);
    ELSIF field = 'typeId' AND type = 'Zone' THEN
        RETURN (SELECT uuid FROM zone_type WHERE company_id = company AND id = stored::int);
    ELSIF field = 'typeId' AND type = 'Job' THEN
        RETURN (SELECT uuid FROM job_type WHERE company_id = company AND id = stored::int);
    ELSIF field = 'zoneIds' THEN
        RETURN (SELECT jsonb_agg(uuid ORDER BY id) FROM zone
                WHERE company_id = company AND id IN (SELECT v::int FROM jsonb_array_elements(stored) v));
    ELSIF field = 'assetTypeIds' THEN
        RETURN (SELECT jsonb_agg(uuid ORDER BY id) FROM asset_type
                WHERE company_id = company AND id IN (SELECT v::int FROM jsonb_array_elements(stored) v));
    END IF;
    RETURN stored #>> '{}';
END $$;

-- The changes of an entry: [{field, before, after}].
CREATE FUNCTION audit_changes(company integer, type text, before jsonb, after jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            'field', field,
            'before', audit_text(company, type, field, before -> field),
            'after', audit_text(company, type, field, after -> field)
        ) ORDER BY field COLLATE "C"), '[]')
        FROM jsonb_object_keys(coalesce(after, before)) field
    );
END $$;

-- Deletes up to 100 entries of each company that are older than a time. Returns how many. One instance at a time does it.
CREATE FUNCTION delete_audit_entries(until timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    deleted integer;
BEGIN
    IF NOT pg_try_advisory_xact_lock(72707370) THEN RETURN 0; END IF;
    DELETE FROM audit_entry e USING company c CROSS JOIN LATERAL (
        SELECT transaction_id, id, at FROM audit_entry
        WHERE company_id = c.id ORDER BY transaction_id, id LIMIT 100
    ) oldest
    WHERE oldest.at < until
      AND e.company_id = c.id AND e.transaction_id = oldest.transaction_id AND e.id = oldest.id;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
END $$;
