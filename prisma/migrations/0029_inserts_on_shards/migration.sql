-- Inserts assets and jobs with functions, as several statements. As one statement, whose inserts read other parts of it, a
-- distributed PostgreSQL (Citus) copied the rows to all servers, and committed on all of them: docs/decisions/sharding.md. A plain
-- server takes the same time for both.

-- Inserts assets with their barcodes, and returns their ids, in the order of `uuids`. Null, and inserts nothing, if one of `zones`
-- or `types` has been removed, or a type has another version (its xmin) than `versions` says. It locks zones and types first, so
-- that they cannot be removed before the commit. A code or barcode that is null is generated: it is the company's counter, after
-- it was raised by `code_raise` or `barcode_raise`, less the offset. Without `locks_company` no value may be null.
CREATE FUNCTION insert_assets(
    company integer, creator integer, zones integer[], types integer[], versions text[], code_raise integer, barcode_raise integer,
    uuids uuid[], barcode_uuids uuid[], codes text[], code_offsets integer[], barcodes text[], barcode_offsets integer[],
    zone_ids integer[], type_ids integer[], short_codes text[], risk_ids integer[], meta_data_texts text[], locks_company boolean
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
    last_code integer;
    last_barcode integer;
    ids integer[];
BEGIN
    IF (
        SELECT count(*) FROM (
            SELECT 1 FROM zone z WHERE z.company_id = company AND z.id = ANY (zones) AND z.deleted_at IS NULL
            ORDER BY z.id FOR KEY SHARE
        ) locked_zone
    ) <> cardinality(zones) OR (
        SELECT count(*) FROM (
            SELECT 1 FROM unnest(types, versions) AS read (id, version)
            JOIN asset_type t ON t.company_id = company AND t.id = read.id
            WHERE t.deleted_at IS NULL AND t.xmin = read.version::xid
            ORDER BY t.id FOR SHARE OF t
        ) locked_type
    ) <> cardinality(types) THEN
        RETURN NULL;
    END IF;
    IF locks_company THEN
        UPDATE company c
        SET asset_code_number = c.asset_code_number + code_raise, barcode_number = c.barcode_number + barcode_raise
        WHERE c.id = company
        RETURNING c.asset_code_number, c.barcode_number INTO last_code, last_barcode;
    END IF;
    FOR position IN 1..cardinality(uuids) LOOP ids[position] := nextval('asset_id_seq'); END LOOP;
    INSERT INTO asset (id, uuid, company_id, code, zone_id, type_id, risk_id, meta_data, user_id)
    SELECT g.id, g.uuid, company, coalesce(g.code, g.short_code || '-' || lpad(g.number, greatest(5, length(g.number)), '0')),
           g.zone_id, g.type_id, g.risk_id, g.meta_data::jsonb, creator
    FROM (
        SELECT *, (last_code - code_offset)::text AS number
        FROM unnest(ids, uuids, codes, code_offsets, zone_ids, type_ids, short_codes, risk_ids, meta_data_texts)
            WITH ORDINALITY AS a (id, uuid, code, code_offset, zone_id, type_id, short_code, risk_id, meta_data, position)
    ) g
    ORDER BY g.position;
    INSERT INTO barcode (uuid, company_id, asset_id, data, prefix)
    SELECT g.uuid, company, g.id, coalesce(g.data, 'BC' || lpad(g.number, greatest(8, length(g.number)), '0')),
           CASE WHEN g.data IS NULL THEN 'BC' END
    FROM (
        SELECT *, (last_barcode - data_offset)::text AS number
        FROM unnest(barcode_uuids, ids, barcodes, barcode_offsets) WITH ORDINALITY AS b (uuid, id, data, data_offset, position)
    ) g
    ORDER BY g.position;
    RETURN ids;
END $$;

-- Two functions find the records that jobs refer to, by their ids or UUIDs, and lock them, so that they cannot be removed before the
-- commit: if one is being removed, the function waits for that transaction and then does not find the record. The lock of a
-- technician's membership prevents a change of the role in the same way. They return an object with an array of each kind.
-- `lock_references_of_job` has at most one site, type and technician: it compares with `=`, so that every plan looks up the primary
-- key, also without statistics.
DO $do$
DECLARE
    template constant text := $$
CREATE FUNCTION NAME(
    company integer, site_ids integer[], site_uuids uuid[], type_ids integer[], type_uuids uuid[],
    technician_ids integer[], technician_uuids uuid[], zone_ids integer[], zone_uuids uuid[]
) RETURNS json LANGUAGE plpgsql AS $body$
BEGIN
    RETURN (SELECT json_build_object('sites', (
        SELECT coalesce(json_agg(s), '[]') FROM (
            SELECT s.id, s.uuid, s.timezone FROM site s
            WHERE s.company_id = company AND s.deleted_at IS NULL AND s.id = KEYS(site, site)
            ORDER BY s.id FOR KEY SHARE
        ) s
    ), 'types', (
        SELECT coalesce(json_agg(t), '[]') FROM (
            SELECT t.id, t.uuid, t.active, t.requires_signature FROM job_type t
            WHERE t.company_id = company AND t.deleted_at IS NULL AND t.id = KEYS(job_type, type)
            ORDER BY t.id FOR KEY SHARE
        ) t
    ), 'technicians', (
        SELECT coalesce(json_agg(u), '[]') FROM (
            SELECT u.id, u.uuid, u.active AND m.role = 'technician' AS eligible
            FROM app_user u JOIN membership m ON m.company_id = company AND m.user_id = u.id
            WHERE u.company_id = company AND u.deleted_at IS NULL AND u.id = KEYS(app_user, technician)
            ORDER BY u.id FOR KEY SHARE OF u FOR SHARE OF m
        ) u
    ), 'zones', CASE WHEN cardinality(zone_ids) + cardinality(zone_uuids) > 0 THEN (
        SELECT coalesce(json_agg(z), '[]') FROM (
            SELECT z.id, z.uuid, z.site_id AS "siteId" FROM zone z
            WHERE z.company_id = company AND z.deleted_at IS NULL AND z.id = ALL_KEYS(zone, zone)
            ORDER BY z.id FOR KEY SHARE
        ) z
    ) ELSE '[]' END));
END $body$ $$;
    one constant text := 'coalesce(\2_ids[1], (SELECT k.id FROM \1 k WHERE k.company_id = company AND k.uuid = \2_uuids[1]))';
    many constant text := 'ANY (\2_ids || ARRAY(SELECT k.id FROM \1 k WHERE k.company_id = company AND k.uuid = ANY (\2_uuids)))';
    all_keys constant text := regexp_replace(template, '\mALL_KEYS\((\w+), (\w+)\)', many, 'g');
BEGIN
    EXECUTE regexp_replace(replace(all_keys, 'NAME', 'lock_references_of_job'), '\mKEYS\((\w+), (\w+)\)', one, 'g');
    EXECUTE regexp_replace(replace(all_keys, 'NAME', 'lock_references_of_jobs'), '\mKEYS\((\w+), (\w+)\)', many, 'g');
END $do$;

-- Inserts the jobs that are `valid` and whose records fit; with `all_or_none`, none unless all do. Returns an object with the ids of
-- the inserted jobs, their positions in `uuids`, and the number of the first one. If not all were inserted, the object also has the
-- records that all jobs refer to. The arrays after `uuids` have a value for each job, the last ones for each zone and each document of
-- the jobs at `zone_rows` and `document_rows`.
CREATE FUNCTION insert_jobs(
    company integer, creator integer, all_or_none boolean,
    site_ids integer[], site_uuids uuid[], type_ids integer[], type_uuids uuid[],
    technician_ids integer[], technician_uuids uuid[], zone_ids integer[], zone_uuids uuid[],
    valid boolean[], uuids uuid[], row_site_ids integer[], row_site_uuids uuid[], row_type_ids integer[], row_type_uuids uuid[],
    row_technician_ids integer[], row_technician_uuids uuid[], starts timestamptz[], ends timestamptz[], signatures boolean[],
    early_closures boolean[], reference_texts text[], instructions text[], zone_rows integer[], row_zone_ids integer[], row_zone_uuids uuid[],
    document_rows integer[], document_uuids uuid[], document_names text[], document_types text[], document_contents bytea[]
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
    found json;
    job_zones jsonb;
    rows integer[];
    job_sites integer[];
    job_types integer[];
    job_technicians integer[];
    job_signatures boolean[];
    wanted integer := 0;
    last_number integer;
    ids integer[];
BEGIN
    IF cardinality(uuids) = 1 THEN
        found := lock_references_of_job(
            company, site_ids, site_uuids, type_ids, type_uuids, technician_ids, technician_uuids, zone_ids, zone_uuids);
    ELSE
        found := lock_references_of_jobs(
            company, site_ids, site_uuids, type_ids, type_uuids, technician_ids, technician_uuids, zone_ids, zone_uuids);
    END IF;
    IF cardinality(zone_rows) > 0 THEN
        -- There can be thousands of zones: ids and UUIDs are joined separately, so that PostgreSQL can use hash joins.
        job_zones := (
            SELECT jsonb_agg(jsonb_build_object('row', g.row, 'id', coalesce(i.id, u.id), 'site', coalesce(i."siteId", u."siteId")))
            FROM unnest(zone_rows, row_zone_ids, row_zone_uuids) AS g (row, id, uuid)
            LEFT JOIN json_to_recordset(found -> 'zones') AS i (id integer, "siteId" integer) ON i.id = g.id
            LEFT JOIN json_to_recordset(found -> 'zones') AS u (id integer, uuid uuid, "siteId" integer) ON u.uuid = g.uuid
        );
    END IF;
    IF true = ANY (valid) THEN
        SELECT count(*), array_agg(g.row ORDER BY g.row), array_agg(s.id ORDER BY g.row), array_agg(t.id ORDER BY g.row),
               array_agg(u.id ORDER BY g.row), array_agg(coalesce(g.signature, t.requires_signature) ORDER BY g.row)
        INTO wanted, rows, job_sites, job_types, job_technicians, job_signatures
        FROM unnest(valid, row_site_ids, row_site_uuids, row_type_ids, row_type_uuids, row_technician_ids, row_technician_uuids, signatures)
            WITH ORDINALITY AS g (valid, site_id, site_uuid, type_id, type_uuid, technician_id, technician_uuid, signature, row)
        JOIN json_to_recordset(found -> 'sites') AS s (id integer, uuid uuid) ON s.id = g.site_id OR s.uuid = g.site_uuid
        JOIN json_to_recordset(found -> 'types') AS t (id integer, uuid uuid, active boolean, requires_signature boolean)
            ON t.id = g.type_id OR t.uuid = g.type_uuid
        JOIN json_to_recordset(found -> 'technicians') AS u (id integer, uuid uuid, eligible boolean)
            ON u.id = g.technician_id OR u.uuid = g.technician_uuid
        WHERE g.valid AND t.active AND u.eligible AND NOT EXISTS (
            SELECT 1 FROM jsonb_to_recordset(job_zones) AS z (row integer, site integer) WHERE z.row = g.row AND z.site IS DISTINCT FROM s.id
        );
    END IF;
    IF all_or_none AND wanted < cardinality(uuids) THEN wanted := 0; END IF;
    IF wanted > 0 THEN
        -- The lock of the company's row serialises concurrent creations, and a rollback undoes the addition: numbers have no gaps.
        UPDATE company c SET job_number = c.job_number + wanted WHERE c.id = company RETURNING c.job_number INTO last_number;
        FOR position IN 1..wanted LOOP ids[position] := nextval('job_id_seq'); END LOOP;
        INSERT INTO job (
            id, uuid, company_id, number, site_id, type_id, technician_id, user_id, scheduled_start, scheduled_end, requires_signature,
            allow_early_closure, reference, special_instructions
        )
        SELECT j.id, uuids[j.row], company, last_number - wanted + j.position, j.site, j.type, j.technician, creator,
               starts[j.row], ends[j.row], j.signature, early_closures[j.row], reference_texts[j.row],
               instructions[j.row]
        FROM unnest(ids, rows, job_sites, job_types, job_technicians, job_signatures)
            WITH ORDINALITY AS j (id, row, site, type, technician, signature, position)
        ORDER BY j.position;
        IF job_zones IS NOT NULL THEN
            INSERT INTO job_zone (company_id, job_id, zone_id)
            SELECT DISTINCT company, j.id, z.id
            FROM unnest(ids, rows) AS j (id, row)
            JOIN jsonb_to_recordset(job_zones) AS z (row integer, id integer) USING (row);
        END IF;
        IF cardinality(document_rows) > 0 THEN
            INSERT INTO document (uuid, company_id, job_id, name, content_type, size, content, user_id)
            SELECT d.uuid, company, j.id, d.name, d.content_type, length(d.content), d.content, creator
            FROM unnest(document_rows, document_uuids, document_names, document_types, document_contents)
                WITH ORDINALITY AS d (row, uuid, name, content_type, content, position)
            JOIN unnest(ids, rows) AS j (id, row) USING (row)
            ORDER BY d.position;
        END IF;
    END IF;
    RETURN json_build_object(
        'ids', coalesce(ids, '{}'), 'rows', rows, 'number', last_number - wanted + 1,
        'found', CASE WHEN wanted < cardinality(uuids) THEN found END
    );
END $$;

-- Opens a session of a user, with its tokens, and returns the seconds until its access token expires. Null, and opens none, if the
-- user is inactive or removed or has another password than `known_password`, or if the API key is revoked or expired. The key's
-- expiry ends the session, too. The locks: a concurrent revocation of the key either waits, and then finds the session, or comes first.
CREATE FUNCTION open_session(
    session_id uuid, company integer, holder integer, session_audience audience, client text, access_hash bytea, access_seconds integer,
    refresh_hash bytea, refresh_seconds integer, known_password text, used_key integer, client_address text, agent text
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    key_end timestamptz;
    access_end timestamptz := now() + access_seconds * interval '1 second';
BEGIN
    PERFORM 1 FROM app_user u
    WHERE u.company_id = company AND u.id = holder AND u.active AND u.deleted_at IS NULL
      AND (known_password IS NULL OR u.password_hash = known_password)
    FOR SHARE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF used_key IS NOT NULL THEN
        SELECT k.expires_at INTO key_end FROM api_key k
        WHERE k.company_id = company AND k.id = used_key AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        FOR SHARE;
        IF NOT FOUND THEN RETURN NULL; END IF;
        access_end := least(access_end, key_end);
    END IF;
    INSERT INTO session (id, company_id, user_id, audience, oauth_client_id, api_key_id, address, user_agent)
    VALUES (session_id, company, holder, session_audience, client, used_key, client_address, agent);
    INSERT INTO access_token (hash, company_id, session_id, expires_at) VALUES (access_hash, company, open_session.session_id, access_end);
    IF refresh_hash IS NOT NULL THEN
        INSERT INTO refresh_token (hash, company_id, session_id, expires_at)
        VALUES (refresh_hash, company, open_session.session_id, now() + refresh_seconds * interval '1 second');
    END IF;
    RETURN round(extract(epoch FROM access_end - now()));
END $$;

-- Exchanges a refresh token for new ones, and returns the user, the stored successor and the seconds until the new access token
-- expires; no row if the token is invalid. It locks only the token's row: the second of two concurrent exchanges waits for the first
-- and then sees its `used_at` and its successor. After the grace period the session is revoked. If the session is revoked
-- concurrently, the new tokens are invalid, because authentication checks the session.
CREATE FUNCTION refresh_session(
    company integer, token_hash bytea, session_audience audience, client text, access_hash bytea, access_seconds integer,
    refresh_hash bytea, refresh_seconds integer, proposed bytea, grace interval, max_age interval
) RETURNS TABLE (user_id integer, successor bytea, expires_in integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    moment constant timestamptz := now();
    grace_start constant timestamptz := now() - grace;
    grace_end timestamptz;
    oldest constant timestamptz := now() - max_age;
    presented record;
    access_end timestamptz;
    refresh_end timestamptz;
BEGIN
    UPDATE refresh_token token
    SET used_at = least(token.used_at, moment),
        successor = CASE WHEN least(token.used_at, moment) > grace_start THEN coalesce(token.successor, proposed) END
    FROM session s
    JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id
    JOIN company c ON c.id = s.company_id
    WHERE token.company_id = company AND token.hash = token_hash AND token.expires_at > moment
      AND s.company_id = company AND s.id = token.session_id AND s.audience = session_audience
      AND s.oauth_client_id IS NOT DISTINCT FROM client AND s.revoked_at IS NULL AND s.created_at > oldest
      AND u.active AND u.deleted_at IS NULL AND c.deleted_at IS NULL
    RETURNING token.session_id, token.used_at, token.successor, s.user_id, s.created_at INTO presented;
    IF NOT FOUND THEN RETURN; END IF;
    UPDATE refresh_token t SET successor = NULL
    WHERE t.company_id = company AND t.session_id = presented.session_id AND t.hash <> token_hash AND t.successor IS NOT NULL
      AND t.used_at <= grace_start AND t.expires_at >= moment;
    IF presented.successor IS NULL THEN
        UPDATE session s SET revoked_at = moment WHERE s.company_id = company AND s.id = presented.session_id;
        RETURN;
    END IF;
    access_end := least(presented.used_at + access_seconds * interval '1 second', presented.created_at + max_age);
    refresh_end := least(presented.used_at + refresh_seconds * interval '1 second', presented.created_at + max_age);
    IF presented.successor = proposed THEN
        grace_end := presented.used_at + grace;
        UPDATE access_token t SET expires_at = least(t.expires_at, grace_end)
        WHERE t.company_id = company AND t.session_id = presented.session_id AND t.expires_at >= moment;
        INSERT INTO access_token (hash, company_id, session_id, expires_at) VALUES (access_hash, company, presented.session_id, access_end);
        INSERT INTO refresh_token (hash, company_id, session_id, expires_at) VALUES (refresh_hash, company, presented.session_id, refresh_end);
    END IF;
    RETURN QUERY SELECT presented.user_id, presented.successor,
        greatest(1, floor(extract(epoch FROM access_end - presented.used_at)))::integer;
END $$;

-- Issues a token with which a user can set a password within an hour, and returns the user's first name and company. No row, and no
-- token, if no active user of the company has this email address, or if the user has `max_tokens` valid ones.
CREATE FUNCTION issue_password_token(company integer, address text, token_hash bytea, max_tokens integer)
RETURNS TABLE (first_name text, company_name text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    recipient record;
BEGIN
    SELECT u.id, u.first_name, c.name INTO recipient
    FROM app_user u
    JOIN company c ON c.id = u.company_id
    WHERE u.company_id = company AND u.email = address AND u.active AND u.deleted_at IS NULL AND c.deleted_at IS NULL;
    IF NOT FOUND OR max_tokens <= (
        SELECT count(*) FROM password_token t
        WHERE t.company_id = company AND t.user_id = recipient.id AND t.expires_at > now()
    ) THEN
        RETURN;
    END IF;
    INSERT INTO password_token (hash, company_id, user_id, expires_at)
    VALUES (token_hash, company, recipient.id, now() + interval '1 hour');
    RETURN QUERY SELECT recipient.first_name, recipient.name;
END $$;
