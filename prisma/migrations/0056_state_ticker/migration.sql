-- The ticker tells what time does: docs/decisions/events.md. A row is written only for a state that differs from the newest one in the
-- log, so nothing is told twice, whatever was told before. Where a function takes `since`, it finds the records whose time is not
-- long before it; `-infinity` finds all.

CREATE FUNCTION insert_state_changes(
    company integer, type text, about text, uuids uuid[], numbers integer[], olds text[], news text[], moments timestamptz[],
    reasons text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO state_change (company_id, record_type, record_id, kind, number, from_state, to_state, at, cause)
    SELECT c.id, type, r.uuid, about, r.number, r.old, r.new, r.moment, r.reason
    FROM company c
    CROSS JOIN unnest(uuids, numbers, olds, news, moments, reasons) WITH ORDINALITY AS r (uuid, number, old, new, moment, reason, position)
    WHERE c.id = company
    ORDER BY r.position
    ON CONFLICT (company_id, record_id, kind, number) DO NOTHING;
END $$;

-- Compares the status of these assets at a time with the log. `changed` is when the rule for their due dates has changed, or `-infinity`.
-- Returns false if some must be told later, because a write has locked them. The second statement reads what the lock has waited for.
CREATE FUNCTION tell_assets(company integer, keys integer[], until timestamptz, changed timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    untold integer[];
    locked integer[];
    rows record;
BEGIN
    untold := ARRAY(
        SELECT a.id FROM asset a
        JOIN asset_type t ON t.company_id = company AND t.id = a.type_id
        JOIN zone z ON z.company_id = company AND z.id = a.zone_id
        JOIN site s ON s.company_id = company AND s.id = z.site_id
        LEFT JOIN LATERAL (
            SELECT c.to_state FROM state_change c WHERE c.company_id = company AND c.record_id = a.uuid AND c.kind = 'asset_status'
            ORDER BY c.number DESC LIMIT 1
        ) told ON true
        WHERE a.company_id = company AND a.id = ANY (keys)
          AND a.deleted_at IS NULL AND a.decommissioned_at IS NULL AND NOT a.defective
          AND coalesce(due_date(coalesce(a.due_basis, a.last_inspection, a.created_at),
              t.inspection_interval_months, t.inspection_interval_days, s.timezone) < until, false)
              <> coalesce(told.to_state = 'overdue', false)
    );
    IF cardinality(untold) = 0 THEN RETURN true; END IF;
    locked := ARRAY(
        SELECT l.id FROM (
            SELECT a.id FROM asset a WHERE a.company_id = company AND a.id = ANY (untold) ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED
        ) l
    );
    SELECT array_agg(d.uuid) AS uuids, array_agg(coalesce(d.number, 0) + 1) AS numbers,
           array_agg(coalesce(d.to_state, 'ok')) AS olds, array_agg(CASE WHEN d.is_due THEN 'overdue' ELSE 'ok' END) AS news,
           array_agg(CASE WHEN d.is_due THEN greatest(d.due, changed) WHEN changed > '-infinity' THEN changed ELSE until END) AS moments,
           array_agg(CASE WHEN d.is_due AND d.due >= changed THEN 'time' ELSE 'write' END) AS reasons
    INTO rows
    FROM (
        SELECT r.*, coalesce(r.due < until, false) AS is_due FROM (
            SELECT a.uuid, told.number, told.to_state, due_date(coalesce(a.due_basis, a.last_inspection, a.created_at),
                       t.inspection_interval_months, t.inspection_interval_days, s.timezone) AS due
            FROM asset a
            JOIN asset_type t ON t.company_id = company AND t.id = a.type_id
            JOIN zone z ON z.company_id = company AND z.id = a.zone_id
            JOIN site s ON s.company_id = company AND s.id = z.site_id
            LEFT JOIN LATERAL (
                SELECT c.number, c.to_state FROM state_change c
                WHERE c.company_id = company AND c.record_id = a.uuid AND c.kind = 'asset_status'
                ORDER BY c.number DESC LIMIT 1
            ) told ON true
            WHERE a.company_id = company AND a.id = ANY (locked)
              AND a.deleted_at IS NULL AND a.decommissioned_at IS NULL AND NOT a.defective
        ) r
    ) d
    WHERE d.is_due <> coalesce(d.to_state = 'overdue', false);
    IF rows.uuids IS NOT NULL THEN
        PERFORM insert_state_changes(company, 'Asset', 'asset_status', rows.uuids, rows.numbers, rows.olds, rows.news, rows.moments, rows.reasons);
    END IF;
    RETURN cardinality(locked) = cardinality(untold);
END $$;

-- Jobs and findings that became late, at most `page` of each. Returns false if more may be left, or if a write has locked one.
CREATE FUNCTION tell_late_records(company integer, since timestamptz, until timestamptz, page integer) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    untold integer[];
    locked integer[];
    rows record;
    is_complete boolean;
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
            PERFORM insert_state_changes(
                company, 'Finding', 'finding_overdue', rows.uuids, rows.numbers, rows.olds, rows.news, rows.moments, rows.reasons);
        END IF;
    END IF;
    RETURN is_complete;
END $$;

-- API keys that expire within 14 days, or have expired. Only the ticker tells of them, and a company has few.
CREATE FUNCTION tell_api_keys(company integer, until timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    notice constant interval := interval '14 days';
    rows record;
BEGIN
    SELECT array_agg(k.uuid) AS uuids, array_agg(coalesce(k.number, 0) + 1) AS numbers,
           array_agg(coalesce(k.to_state, 'valid')) AS olds, array_agg(k.state) AS news,
           array_agg(CASE k.state WHEN 'expired' THEN k.expires_at WHEN 'expiring' THEN greatest(k.expires_at - notice, k.created_at)
                     ELSE until END) AS moments,
           array_agg(CASE k.state WHEN 'valid' THEN 'write' ELSE 'time' END) AS reasons
    INTO rows
    FROM (
        SELECT a.uuid, a.expires_at, a.created_at, told.number, told.to_state,
               CASE WHEN a.expires_at < until THEN 'expired' WHEN a.expires_at - notice < until THEN 'expiring' ELSE 'valid' END AS state
        FROM api_key a
        LEFT JOIN LATERAL (
            SELECT c.number, c.to_state FROM state_change c
            WHERE c.company_id = company AND c.record_id = a.uuid AND c.kind = 'api_key_expiry'
            ORDER BY c.number DESC LIMIT 1
        ) told ON true
        WHERE a.company_id = company AND a.expires_at IS NOT NULL AND a.revoked_at IS NULL
    ) k
    WHERE k.state <> coalesce(k.to_state, 'valid');
    IF rows.uuids IS NOT NULL THEN
        PERFORM insert_state_changes(
            company, 'ApiKey', 'api_key_expiry', rows.uuids, rows.numbers, rows.olds, rows.news, rows.moments, rows.reasons);
    END IF;
END $$;

-- The assets whose rule has changed, one page. Returns whether there is nothing more to do.
CREATE FUNCTION tell_rechecks(company integer, until timestamptz, page integer) RETURNS boolean
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
    IF NOT tell_assets(company, keys, until, source.changed_at) THEN RETURN false; END IF;
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

-- Tells one page of what time has done to a company. `after` is what the last call for the company has returned; null begins. Returns
-- null at the end.
--
-- The assets that became due are those of each type whose basis is between two times, in the order of asset_basis_idx. The times are
-- computed in each time zone of the company's sites; the tolerance is for clocks that change and, near the end of a month, for
-- months of different lengths. It also covers a write that committed an hour after its transaction began.
CREATE FUNCTION tick_company(company integer, since timestamptz, until timestamptz, after jsonb, page integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    step constant text := coalesce(after ->> 'step', 'rules');
    sites integer[];
    source record;
    around record;
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
    SELECT t.id, t.inspection_interval_months AS months, t.inspection_interval_days AS days INTO source FROM asset_type t
    WHERE t.company_id = company AND t.id >= coalesce((after ->> 'type')::int, 0)
      AND (t.inspection_interval_months IS NOT NULL OR t.inspection_interval_days IS NOT NULL)
    ORDER BY t.id LIMIT 1;
    IF source.id IS NULL THEN RETURN NULL; END IF;
    SELECT min(latest_basis(since, source.months, source.days, s.timezone)) - basis_tolerance(since, source.months, source.days) AS low,
           max(latest_basis(until, source.months, source.days, s.timezone)) + basis_tolerance(until, source.months, source.days) AS high
    INTO around FROM site s WHERE s.company_id = company;
    SELECT array_agg(p.id) AS keys, max(p.basis) AS basis, (array_agg(p.id ORDER BY p.basis DESC, p.id DESC))[1] AS id INTO candidates FROM (
        SELECT a.id, coalesce(a.due_basis, a.last_inspection, a.created_at) AS basis FROM asset a
        WHERE a.company_id = company AND a.type_id = source.id AND a.deleted_at IS NULL
          AND coalesce(a.due_basis, a.last_inspection, a.created_at) >= around.low
          AND coalesce(a.due_basis, a.last_inspection, a.created_at) < around.high
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

-- The basis of an asset that is due at a time, to within the tolerance.
CREATE FUNCTION latest_basis(due timestamptz, months integer, days integer, timezone text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
    SELECT (due AT TIME ZONE coalesce(timezone, 'UTC') - make_interval(days => coalesce(days, 0))
        - make_interval(months => coalesce(months, 0))) AT TIME ZONE coalesce(timezone, 'UTC')
$$;
CREATE FUNCTION basis_tolerance(due timestamptz, months integer, days integer) RETURNS interval
LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN months IS NULL OR extract(day FROM due - make_interval(days => coalesce(days, 0))) BETWEEN 2 AND 26
        THEN interval '3 hours' ELSE interval '5 days' END
$$;

-- Continues the tick that is in progress, or begins one if the last one was `pause` ago. Ends after about 50 ms. One process at a time
-- does it, and each call commits what it has told, with the progress: any instance can go on. Returns whether there is more to do.
CREATE FUNCTION tick_states(wanted timestamptz, pause interval, page integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    started constant timestamptz := clock_timestamp();
    state record;
    next_company record;
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
        SELECT c.id, c.created_at INTO next_company FROM company c WHERE c.id >= state.tick_company ORDER BY c.id LIMIT 1;
        IF next_company.id IS NULL THEN
            UPDATE service_state SET ticked_at = state.tick_until, tick_until = NULL, tick_company = 0, tick_after = NULL;
            RETURN false;
        END IF;
        IF next_company.id > state.tick_company THEN state.tick_after := NULL; END IF;
        state.tick_company := next_company.id;
        state.tick_after := tick_company(
            next_company.id, CASE WHEN next_company.created_at < state.ticked_at THEN state.ticked_at ELSE '-infinity' END,
            state.tick_until, state.tick_after - 'waits', page);
        IF state.tick_after IS NULL THEN state.tick_company := next_company.id + 1; END IF;
        EXIT WHEN state.tick_after ? 'waits' OR clock_timestamp() > started + interval '50 ms';
    END LOOP;
    UPDATE service_state
    SET tick_until = state.tick_until, tick_company = state.tick_company, tick_after = state.tick_after;
    RETURN NOT coalesce(state.tick_after ? 'waits', false);
END $$;
