-- Fewer statements of the ticker, which Citus plans and sends one by one: docs/decisions/events.md.

-- As in 0056_state_ticker, but one statement finds the next type that has candidates.
CREATE OR REPLACE FUNCTION tick_company(company integer, since timestamptz, until timestamptz, after jsonb, page integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    step constant text := coalesce(after ->> 'step', 'rules');
    sites integer[];
    source record;
    candidates record;
BEGIN
    IF step = 'rules' THEN
        IF NOT tell_rechecks(company, until, page) THEN RETURN '{"step": "rules"}'; END IF;
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
        IF NOT tell_late_records(company, since, until, page) THEN RETURN '{"step": "late"}'; END IF;
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

-- As in 0056_state_ticker, but one statement finds the next 100 companies: on Citus, it asks all servers.
CREATE OR REPLACE FUNCTION tick_states(wanted timestamptz, pause interval, page integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    started constant timestamptz := clock_timestamp();
    state record;
    next_company record;
    companies jsonb;
BEGIN
    IF NOT pg_try_advisory_xact_lock(72707372) THEN RETURN false; END IF;
    SELECT s.ticked_at, s.tick_until, s.tick_company, s.tick_after INTO state FROM service_state s;
    IF state.tick_until IS NULL THEN
        IF state.ticked_at > wanted - pause THEN RETURN false; END IF;
        state.tick_until := wanted;
        state.tick_company := 0;
        state.tick_after := NULL;
    END IF;
    LOOP
        IF coalesce(jsonb_array_length(companies), 0) = 0 THEN
            companies := (
                SELECT jsonb_agg(to_jsonb(n) ORDER BY n.id)
                FROM (SELECT c.id, c.created_at FROM company c WHERE c.id >= state.tick_company ORDER BY c.id LIMIT 100) n
            );
        END IF;
        SELECT (companies -> 0 ->> 'id')::int AS id, (companies -> 0 ->> 'created_at')::timestamptz AS created_at INTO next_company;
        IF next_company.id IS NULL THEN
            UPDATE service_state SET ticked_at = state.tick_until, tick_until = NULL, tick_company = 0, tick_after = NULL;
            RETURN false;
        END IF;
        IF next_company.id > state.tick_company THEN state.tick_after := NULL; END IF;
        state.tick_company := next_company.id;
        state.tick_after := tick_company(
            next_company.id, CASE WHEN next_company.created_at < state.ticked_at THEN state.ticked_at ELSE '-infinity' END,
            state.tick_until, state.tick_after - 'waits', page);
        IF state.tick_after IS NULL THEN
            state.tick_company := next_company.id + 1;
            companies := companies - 0;
        END IF;
        EXIT WHEN state.tick_after ? 'waits' OR clock_timestamp() > started + interval '50 ms';
    END LOOP;
    UPDATE service_state
    SET tick_until = state.tick_until, tick_company = state.tick_company, tick_after = state.tick_after;
    RETURN NOT coalesce(state.tick_after ? 'waits', false);
END $$;
