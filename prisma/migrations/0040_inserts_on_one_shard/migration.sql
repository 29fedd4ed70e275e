-- The functions of 0029 that insert several rows read these from arrays. A distributed PostgreSQL (Citus) sent the rows as COPY to the
-- server of the company, which row-level security refuses. Now it sends the statements themselves: an insert of one row has `VALUES`, an
-- insert of several rows reads the row of the company too, and none takes an id from a default. One row is not inserted like several,
-- because Citus plans that statement once for each shard.

CREATE OR REPLACE FUNCTION insert_assets(
    company integer, creator integer, zones integer[], types integer[], versions text[], code_raise integer, barcode_raise integer,
    uuids uuid[], barcode_uuids uuid[], codes text[], code_offsets integer[], barcodes text[], barcode_offsets integer[],
    zone_ids integer[], type_ids integer[], short_codes text[], risk_ids integer[], meta_data_texts text[], locks_company boolean
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
    last_code integer;
    last_barcode integer;
    ids integer[];
    barcode_ids integer[];
    prefixes text[];
    number text;
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
    FOR position IN 1..cardinality(uuids) LOOP
        ids[position] := nextval('asset_id_seq');
        barcode_ids[position] := nextval('barcode_id_seq');
        prefixes[position] := CASE WHEN barcodes[position] IS NULL THEN 'BC' END;
        IF codes[position] IS NULL THEN
            number := last_code - code_offsets[position];
            codes[position] := short_codes[position] || '-' || lpad(number, greatest(5, length(number)), '0');
        END IF;
        IF barcodes[position] IS NULL THEN
            number := last_barcode - barcode_offsets[position];
            barcodes[position] := 'BC' || lpad(number, greatest(8, length(number)), '0');
        END IF;
    END LOOP;
    IF cardinality(uuids) = 1 THEN
        INSERT INTO asset (id, uuid, company_id, code, zone_id, type_id, risk_id, meta_data, user_id)
        VALUES (ids[1], uuids[1], company, codes[1], zone_ids[1], type_ids[1], risk_ids[1], meta_data_texts[1]::jsonb, creator);
        INSERT INTO barcode (id, uuid, company_id, asset_id, data, prefix)
        VALUES (barcode_ids[1], barcode_uuids[1], company, ids[1], barcodes[1], prefixes[1]);
    ELSE
        INSERT INTO asset (id, uuid, company_id, code, zone_id, type_id, risk_id, meta_data, user_id)
        SELECT a.id, a.uuid, c.id, a.code, a.zone_id, a.type_id, a.risk_id, a.meta_data::jsonb, creator
        FROM company c
        CROSS JOIN unnest(ids, uuids, codes, zone_ids, type_ids, risk_ids, meta_data_texts)
            WITH ORDINALITY AS a (id, uuid, code, zone_id, type_id, risk_id, meta_data, position)
        WHERE c.id = company
        ORDER BY a.position;
        INSERT INTO barcode (id, uuid, company_id, asset_id, data, prefix)
        SELECT b.id, b.uuid, c.id, b.asset_id, b.data, b.prefix
        FROM company c
        CROSS JOIN unnest(barcode_ids, barcode_uuids, ids, barcodes, prefixes)
            WITH ORDINALITY AS b (id, uuid, asset_id, data, prefix, position)
        WHERE c.id = company
        ORDER BY b.position;
    END IF;
    RETURN ids;
END $$;

CREATE OR REPLACE FUNCTION insert_jobs(
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
    document_ids integer[];
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
        IF wanted = 1 THEN
            INSERT INTO job (
                id, uuid, company_id, number, site_id, type_id, technician_id, user_id, scheduled_start, scheduled_end, requires_signature,
                allow_early_closure, reference, special_instructions
            )
            VALUES (
                ids[1], uuids[rows[1]], company, last_number, job_sites[1], job_types[1], job_technicians[1], creator,
                starts[rows[1]], ends[rows[1]], job_signatures[1], early_closures[rows[1]], reference_texts[rows[1]],
                instructions[rows[1]]
            );
        ELSE
            INSERT INTO job (
                id, uuid, company_id, number, site_id, type_id, technician_id, user_id, scheduled_start, scheduled_end, requires_signature,
                allow_early_closure, reference, special_instructions
            )
            SELECT j.id, uuids[j.row], c.id, last_number - wanted + j.position, j.site, j.type, j.technician, creator,
                   starts[j.row], ends[j.row], j.signature, early_closures[j.row], reference_texts[j.row],
                   instructions[j.row]
            FROM company c CROSS JOIN unnest(ids, rows, job_sites, job_types, job_technicians, job_signatures)
                WITH ORDINALITY AS j (id, row, site, type, technician, signature, position)
            WHERE c.id = company
            ORDER BY j.position;
        END IF;
        IF job_zones IS NOT NULL THEN
            INSERT INTO job_zone (company_id, job_id, zone_id)
            SELECT DISTINCT c.id, j.id, z.id
            FROM company c CROSS JOIN unnest(ids, rows) AS j (id, row)
            JOIN jsonb_to_recordset(job_zones) AS z (row integer, id integer) USING (row)
            WHERE c.id = company;
        END IF;
        IF cardinality(document_rows) > 0 THEN
            FOR position IN 1..cardinality(document_rows) LOOP document_ids[position] := nextval('document_id_seq'); END LOOP;
            INSERT INTO document (id, uuid, company_id, job_id, name, content_type, size, content, user_id)
            SELECT d.id, d.uuid, c.id, j.id, d.name, d.content_type, length(d.content), d.content, creator
            FROM company c
            CROSS JOIN unnest(document_ids, document_rows, document_uuids, document_names, document_types, document_contents)
                WITH ORDINALITY AS d (id, row, uuid, name, content_type, content, position)
            JOIN unnest(ids, rows) AS j (id, row) USING (row)
            WHERE c.id = company
            ORDER BY d.position;
        END IF;
    END IF;
    RETURN json_build_object(
        'ids', coalesce(ids, '{}'), 'rows', rows, 'number', last_number - wanted + 1,
        'found', CASE WHEN wanted < cardinality(uuids) THEN found END
    );
END $$;
