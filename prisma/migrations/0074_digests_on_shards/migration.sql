-- As in 0067_notices, but immutable: an update of a distributed PostgreSQL passes no column to another function. `to_char` is not immutable.
CREATE OR REPLACE FUNCTION newest_digest(days jsonb, hour integer, timezone text, until timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
    SELECT max(t.moment) FROM (
        SELECT ((until AT TIME ZONE timezone)::date - d.days + make_interval(hours => hour)) AT TIME ZONE timezone AS moment
        FROM generate_series(0, 7) AS d (days)
    ) t
    WHERE t.moment <= until AND days ? (ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[
        extract(isodow FROM t.moment AT TIME ZONE timezone)::int]
$$;
