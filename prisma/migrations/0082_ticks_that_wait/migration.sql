-- The ticker waits for a record that a write has locked also if this is a job or a finding, or an asset after a change of a rule.
-- Before, only the assets of the last step had "waits": for others, tick_states repeated the step until the lock ended.

-- As in 0056_state_ticker, but returns null if a write has locked an asset.
CREATE OR REPLACE FUNCTION tell_rechecks(company integer, until timestamptz, page integer) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    source record;
    keys integer[];
BEGIN
    SELECT r.record_type, r.record_id, r.changed_at, r.after_id INTO source FROM state_recheck r
    WHERE r.company_id = company ORDER BY r.record_type, r.record_id LIMIT 1;
    IF source.record_id IS NULL THEN RETURN true; END IF;
    IF source.record_type = 'Site' THEN
        keys := ARRAY(
            SELECT a.id FROM asset a JOIN zone z ON z.company_id = company AND z.id = a.zone_id
            WHERE a.company_id = company AND z.site_id = source.record_id AND a.id > source.after_id AND a.deleted_at IS NULL
            ORDER BY a.id LIMIT page);
    ELSE
        keys := ARRAY(
            SELECT a.id FROM asset a
            WHERE a.company_id = company AND a.type_id = source.record_id AND a.id > source.after_id AND a.deleted_at IS NULL
            ORDER BY a.id LIMIT page);
    END IF;
    IF NOT tell_assets(company, keys, until, source.changed_at) THEN RETURN NULL; END IF;
    IF cardinality(keys) < page THEN
        DELETE FROM state_recheck r
        WHERE r.company_id = company AND r.record_type = source.record_type AND r.record_id = source.record_id
          AND r.changed_at = source.changed_at;
    ELSE
        UPDATE state_recheck SET after_id = keys[page]
        WHERE company_id = company AND record_type = source.record_type AND record_id = source.record_id
          AND changed_at = source.changed_at;
    END IF;
    RETURN false;
END $$;

-- As in 0056_state_ticker, but returns null if nothing was written, because a write has locked what is left.
CREATE OR REPLACE FUNCTION tell_late_records(company integer, since timestamptz, until timestamptz, page integer) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    untold integer[];
    locked integer[];
    rows record;
    is_complete boolean;
    has_written boolean := false;
BEGIN
    untold := ARRAY(
        SELECT j.id FROM job j
        WHERE j.company_id = company AND j.status IN ('scheduled', 'in_progress', 'paused') AND j.deleted_at IS NULL
          AND j.scheduled_end >= since - interval '1 hour' AND j.scheduled_end < until
          AND coalesce((SELECT c.to_state FROM state_change c WHERE c.company_id = company AND c.record_id = j.uuid
                        AND c.kind = 'job_late' ORDER BY c.number DESC LIMIT 1), '') <> 'late'
        ORDER BY j.scheduled_end, j.id LIMIT page
    );
    is_complete := cardinality(untold) < page;
    IF cardinality(untold) > 0 THEN
        locked := ARRAY(
            SELECT l.id FROM (
                SELECT j.id FROM job j WHERE j.company_id = company AND j.id = ANY (untold) ORDER BY j.id FOR NO KEY UPDATE SKIP LOCKED
            ) l
        );
        is_complete := is_complete AND cardinality(locked) = cardinality(untold);
        SELECT array_agg(j.uuid) AS uuids, array_agg(coalesce(told.number, 0) + 1) AS numbers,
               array_agg('not_late'::text) AS olds, array_agg('late'::text) AS news,
               array_agg(j.scheduled_end) AS moments, array_agg('time'::text) AS reasons
        INTO rows
        FROM job j
        LEFT JOIN LATERAL (
            SELECT c.number, c.to_state FROM state_change c WHERE c.company_id = company AND c.record_id = j.uuid AND c.kind = 'job_late'
            ORDER BY c.number DESC LIMIT 1
        ) told ON true
        WHERE j.company_id = company AND j.id = ANY (locked) AND j.status IN ('scheduled', 'in_progress', 'paused')
          AND j.deleted_at IS NULL AND j.scheduled_end < until AND coalesce(told.to_state, '') <> 'late';
        IF rows.uuids IS NOT NULL THEN
            has_written := true;
            PERFORM insert_state_changes(company, 'Job', 'job_late', rows.uuids, rows.numbers, rows.olds, rows.news, rows.moments, rows.reasons);
        END IF;
    END IF;
    untold := ARRAY(
        SELECT f.id FROM finding f
        WHERE f.company_id = company AND f.status = 'open' AND f.deleted_at IS NULL
          AND f.due_at >= since - interval '1 hour' AND f.due_at < until
          AND coalesce((SELECT c.to_state FROM state_change c WHERE c.company_id = company AND c.record_id = f.uuid
                        AND c.kind = 'finding_overdue' ORDER BY c.number DESC LIMIT 1), '') <> 'overdue'
        ORDER BY f.due_at, f.id LIMIT page
    );
    IF cardinality(untold) > 0 THEN
        locked := ARRAY(
            SELECT l.id FROM (
                SELECT f.id FROM finding f WHERE f.company_id = company AND f.id = ANY (untold) ORDER BY f.id FOR NO KEY UPDATE SKIP LOCKED
            ) l
        );
        is_complete := is_complete AND cardinality(untold) < page AND cardinality(locked) = cardinality(untold);
        SELECT array_agg(f.uuid) AS uuids, array_agg(coalesce(told.number, 0) + 1) AS numbers,
               array_agg('not_overdue'::text) AS olds, array_agg('overdue'::text) AS news,
               array_agg(f.due_at) AS moments, array_agg('time'::text) AS reasons
        INTO rows
        FROM finding f
        LEFT JOIN LATERAL (
            SELECT c.number, c.to_state FROM state_change c
            WHERE c.company_id = company AND c.record_id = f.uuid AND c.kind = 'finding_overdue'
            ORDER BY c.number DESC LIMIT 1
        ) told ON true
        WHERE f.company_id = company AND f.id = ANY (locked) AND f.status = 'open' AND f.deleted_at IS NULL AND f.due_at < until
          AND coalesce(told.to_state, '') <> 'overdue';
        IF rows.uuids IS NOT NULL THEN
            has_written := true;
            PERFORM insert_state_changes(
                company, 'Finding', 'finding_overdue', rows.uuids, rows.numbers, rows.olds, rows.news, rows.moments, rows.reasons);
        END IF;
    END IF;
    RETURN CASE WHEN is_complete OR has_written THEN is_complete END;
END $$;

-- As in 0062_ticks_on_shards, but these two steps wait, too.
CREATE OR REPLACE FUNCTION tick_company(company integer, since timestamptz, until timestamptz, after jsonb, page integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    step constant text := coalesce(after ->> 'step', 'rules');
    is_complete boolean;
    sites integer[];
    source record;
    candidates record;
BEGIN
    IF step = 'rules' THEN
        is_complete := tell_rechecks(company, until, page);
        IF is_complete IS NULL THEN RETURN '{"step": "rules", "waits": true}'; END IF;
        IF NOT is_complete THEN RETURN '{"step": "rules"}'; END IF;
        IF since = '-infinity' THEN
            sites := ARRAY(
                SELECT DISTINCT z.site_id FROM asset a JOIN zone z ON z.company_id = company AND z.id = a.zone_id
                WHERE a.company_id = company AND a.defective AND a.decommissioned_at IS NULL AND a.deleted_at IS NULL
                ORDER BY z.site_id);
            FOR position IN 1..cardinality(sites) LOOP
                PERFORM tell_site(company, sites[position]);
            END LOOP;
        END IF;
        RETURN '{"step": "late"}';
    END IF;
    IF step = 'late' THEN
        PERFORM tell_api_keys(company, until);
        is_complete := tell_late_records(company, since, until, page);
        IF is_complete IS NULL THEN RETURN '{"step": "late", "waits": true}'; END IF;
        IF NOT is_complete THEN RETURN '{"step": "late"}'; END IF;
    END IF;
    SELECT t.id, around.low, around.high INTO source
    FROM asset_type t
    CROSS JOIN LATERAL (
        SELECT min(latest_basis(since, t.inspection_interval_months, t.inspection_interval_days, s.timezone))
                   - basis_tolerance(since, t.inspection_interval_months, t.inspection_interval_days) AS low,
               max(latest_basis(until, t.inspection_interval_months, t.inspection_interval_days, s.timezone))
                   + basis_tolerance(until, t.inspection_interval_months, t.inspection_interval_days) AS high
        FROM site s WHERE s.company_id = company
    ) around
    CROSS JOIN LATERAL (
        SELECT a.id FROM asset a
        WHERE a.company_id = company AND a.type_id = t.id AND a.deleted_at IS NULL
          AND coalesce(a.due_basis, a.last_inspection, a.created_at) >= around.low
          AND coalesce(a.due_basis, a.last_inspection, a.created_at) < around.high
        LIMIT 1
    ) candidate
    WHERE t.company_id = company AND t.id >= coalesce((after ->> 'type')::int, 0)
      AND (t.inspection_interval_months IS NOT NULL OR t.inspection_interval_days IS NOT NULL)
    ORDER BY t.id LIMIT 1;
    IF source.id IS NULL THEN RETURN NULL; END IF;
    -- Where the last page ended counts only for its own type.
    IF source.id > (after ->> 'type')::int THEN after := after - 'basis' - 'id'; END IF;
    SELECT array_agg(p.id) AS keys, max(p.basis) AS basis, (array_agg(p.id ORDER BY p.basis DESC, p.id DESC))[1] AS id INTO candidates FROM (
        SELECT a.id, coalesce(a.due_basis, a.last_inspection, a.created_at) AS basis FROM asset a
        WHERE a.company_id = company AND a.type_id = source.id AND a.deleted_at IS NULL
          AND coalesce(a.due_basis, a.last_inspection, a.created_at) >= source.low
          AND coalesce(a.due_basis, a.last_inspection, a.created_at) < source.high
          AND (coalesce(a.due_basis, a.last_inspection, a.created_at), a.id)
              > (coalesce((after ->> 'basis')::timestamptz, '-infinity'), coalesce((after ->> 'id')::int, 0))
        ORDER BY coalesce(a.due_basis, a.last_inspection, a.created_at), a.id LIMIT page
    ) p;
    IF candidates.keys IS NOT NULL AND NOT tell_assets(company, candidates.keys, until, '-infinity') THEN
        RETURN coalesce(nullif(after, '{"step": "late"}'), jsonb_build_object('step', 'assets', 'type', source.id)) || '{"waits": true}';
    END IF;
    IF cardinality(candidates.keys) = page THEN
        RETURN jsonb_build_object('step', 'assets', 'type', source.id, 'basis', candidates.basis, 'id', candidates.id);
    END IF;
    RETURN jsonb_build_object('step', 'assets', 'type', source.id + 1);
END $$;
