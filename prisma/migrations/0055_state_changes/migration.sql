-- State changes, also those that time makes: docs/decisions/events.md.
LOCK TABLE "asset", "asset_type", "site", "zone", "job", "finding", "api_key" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "service_state";

-- CreateTable
CREATE TABLE "state_change" (
    "company_id" INTEGER NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "id" INTEGER NOT NULL,
    "record_type" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "cause" TEXT NOT NULL,

    CONSTRAINT "state_change_pkey" PRIMARY KEY ("company_id","transaction_id","id")
);

-- CreateTable
CREATE TABLE "state_recheck" (
    "company_id" INTEGER NOT NULL,
    "record_type" TEXT NOT NULL,
    "record_id" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "after_id" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "state_recheck_pkey" PRIMARY KEY ("company_id","record_type","record_id")
);

-- CreateIndex
CREATE INDEX "state_change_company_id_at_idx" ON "state_change"("company_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "state_change_company_id_record_id_kind_number_key" ON "state_change"("company_id", "record_id", "kind", "number");

-- The progress of the ticker: `ticked_at` is the time up to which it has told all companies. While a tick is in progress, `tick_until` is
-- the time up to which it tells, `tick_company` the company that is next, and `tick_after` where it continues in this company.
ALTER TABLE "service_state" ADD COLUMN     "tick_after" JSONB,
ADD COLUMN     "tick_company" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "tick_until" TIMESTAMPTZ(3),
ADD COLUMN     "ticked_at" TIMESTAMPTZ(3);

-- Row-level security: see 0011_row_level_security. Only triggers and the ticker write: they run as the owner.
ALTER TABLE "state_change" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "state_change"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);
ALTER TABLE "state_recheck" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "state_recheck"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'field_inspection_service') THEN
        REVOKE INSERT, UPDATE, DELETE ON state_change, state_recheck FROM field_inspection_service;
    END IF;
END $$;

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "state_change" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "state_recheck" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- Numbers the rows like audit entries (see 0020_audit_offset and 0026_audit_on_shards): in the order in which transactions end, both
-- are one log. The trigger of a shard runs on the shard's server, whose transaction ids count.
CREATE FUNCTION number_state_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    company_of_row constant integer := NEW.company_id;
    added bigint;
BEGIN
    IF TG_TABLE_NAME = 'state_change' THEN
        NEW.id := nextval('audit_entry_id_seq');
        added := (SELECT o.value FROM audit_offset o WHERE o.company_id = company_of_row);
    ELSE
        NEW.id := coalesce(nullif(current_setting('app.audit_entries', true), '')::int, 0) + 1;
        PERFORM set_config('app.audit_entries', NEW.id::text, true);
        added := audit_offset_of_shard(company_of_row);
    END IF;
    NEW.transaction_id := pg_current_xact_id()::text::bigint + coalesce(added, 0);
    RETURN NEW;
END $$;
CREATE TRIGGER "number_state_change" BEFORE INSERT ON "state_change" FOR EACH ROW EXECUTE FUNCTION number_state_change();

-- The newest number of a log that orders audit entries and state changes: see 0027_functions_on_shards.
CREATE OR REPLACE FUNCTION audit_offset_of_shard(company integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    here constant integer := (SELECT groupid FROM pg_dist_local_group);
    known record;
    newest bigint;
    raised bigint;
BEGIN
    SELECT o.value, o.node INTO known FROM audit_offset o WHERE o.company_id = company;
    IF known.node = here THEN RETURN known.value; END IF;
    newest := greatest(
        (SELECT max(e.transaction_id) FROM audit_entry e WHERE e.company_id = company),
        (SELECT max(c.transaction_id) FROM state_change c WHERE c.company_id = company));
    raised := greatest(coalesce(newest, 0) + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint, 0);
    INSERT INTO audit_offset AS o (company_id, value, node) VALUES (company, raised, here)
    ON CONFLICT (company_id) DO UPDATE SET
        value = CASE WHEN o.node = excluded.node THEN o.value ELSE greatest(o.value, excluded.value) END,
        node = excluded.node;
    RETURN (SELECT o.value FROM audit_offset o WHERE o.company_id = company);
END $$;

CREATE OR REPLACE FUNCTION needed_audit_offsets() RETURNS TABLE (company_id integer, value bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT n.company_id, max(n.newest) + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    FROM (
        SELECT c.id AS company_id, e.transaction_id AS newest
        FROM company c
        CROSS JOIN LATERAL (
            SELECT transaction_id FROM audit_entry WHERE company_id = c.id ORDER BY transaction_id DESC LIMIT 1
        ) e
        UNION ALL
        SELECT c.id, e.transaction_id
        FROM company c
        CROSS JOIN LATERAL (
            SELECT transaction_id FROM state_change WHERE company_id = c.id ORDER BY transaction_id DESC LIMIT 1
        ) e
    ) n
    LEFT JOIN audit_offset o ON o.company_id = n.company_id
    WHERE n.newest - coalesce(o.value, 0) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    GROUP BY n.company_id
$$;

-- The due date of src/domain/asset/due-date.ts; null without an interval.
CREATE FUNCTION due_date(basis timestamptz, months integer, days integer, timezone text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN months IS NOT NULL OR days IS NOT NULL THEN
        (basis AT TIME ZONE coalesce(timezone, 'UTC') + make_interval(months => coalesce(months, 0), days => coalesce(days, 0)))
            AT TIME ZONE coalesce(timezone, 'UTC') END
$$;

-- The newest state that the log has told of a record; null: none yet.
CREATE FUNCTION told_state(company integer, record uuid, about text) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (
        SELECT c.to_state FROM state_change c
        WHERE c.company_id = company AND c.record_id = record AND c.kind = about
        ORDER BY c.number DESC LIMIT 1
    );
END $$;

-- Adds one row. The caller has locked the record, so that the number is free.
CREATE FUNCTION add_state_change(
    company integer, type text, record uuid, about text, old_state text, new_state text, moment timestamptz, reason text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    newest constant integer := (
        SELECT max(c.number) FROM state_change c WHERE c.company_id = company AND c.record_id = record AND c.kind = about
    );
BEGIN
    INSERT INTO state_change (company_id, record_type, record_id, kind, number, from_state, to_state, at, cause)
    VALUES (company, type, record, about, coalesce(newest, 0) + 1, old_state, new_state, moment, reason);
END $$;

-- Counts the defective assets of a site again. The lock of the site serialises the writes that change this number; each then counts
-- what the others have committed.
CREATE FUNCTION tell_site(company integer, site integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    threshold integer;
    record uuid;
    told text;
    state text;
BEGIN
    SELECT s.failure_threshold, s.uuid INTO threshold, record FROM site s WHERE s.company_id = company AND s.id = site FOR NO KEY UPDATE;
    state := CASE WHEN (
        SELECT count(*) FROM asset a
        WHERE a.company_id = company AND a.defective AND a.decommissioned_at IS NULL AND a.deleted_at IS NULL
          AND a.zone_id IN (SELECT z.id FROM zone z WHERE z.company_id = company AND z.site_id = site)
    ) >= threshold THEN 'failing' ELSE 'not_failing' END;
    told := coalesce(told_state(company, record, 'site_failing'), 'not_failing');
    IF state <> told THEN
        PERFORM add_state_change(company, 'Site', record, 'site_failing', told, state, now(), 'write');
    END IF;
END $$;

-- An asset has changed so that its status, or whether its site is failing, may be another one. If its due date has passed since the last
-- tick, the change that time has made comes first. The log is read only if the status has changed.
CREATE FUNCTION tell_asset() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    company_of_row constant integer := NEW.company_id;
    old_zone constant integer := OLD.zone_id;
    new_zone constant integer := NEW.zone_id;
    old_basis constant timestamptz := coalesce(OLD.due_basis, OLD.last_inspection, OLD.created_at);
    new_basis constant timestamptz := coalesce(NEW.due_basis, NEW.last_inspection, NEW.created_at);
    was_counted constant boolean := OLD.defective AND OLD.decommissioned_at IS NULL AND OLD.deleted_at IS NULL;
    is_counted constant boolean := NEW.defective AND NEW.decommissioned_at IS NULL AND NEW.deleted_at IS NULL;
    sites integer[];
    old_state text := CASE WHEN OLD.decommissioned_at IS NOT NULL THEN 'decommissioned' WHEN OLD.defective THEN 'defective' ELSE 'ok' END;
    new_state text := CASE WHEN NEW.decommissioned_at IS NOT NULL THEN 'decommissioned' WHEN NEW.defective THEN 'defective' ELSE 'ok' END;
    told text;
    was_due timestamptz;
    is_due timestamptz;
BEGIN
    IF was_counted <> is_counted OR is_counted AND old_zone <> new_zone THEN
        sites := ARRAY(SELECT DISTINCT z.site_id FROM zone z
                       WHERE z.company_id = company_of_row AND z.id IN (old_zone, new_zone) ORDER BY z.site_id);
        FOR position IN 1..cardinality(sites) LOOP
            PERFORM tell_site(company_of_row, sites[position]);
        END LOOP;
    END IF;
    IF NEW.deleted_at IS NOT NULL THEN RETURN NULL; END IF;
    IF old_state = 'ok' AND old_basis < now() - interval '20 hours' AND OLD.deleted_at IS NULL THEN
        was_due := (
            SELECT due_date(old_basis, t.inspection_interval_months, t.inspection_interval_days, s.timezone)
            FROM asset_type t
            JOIN zone z ON z.company_id = company_of_row AND z.id = old_zone
            JOIN site s ON s.company_id = company_of_row AND s.id = z.site_id
            WHERE t.company_id = company_of_row AND t.id = OLD.type_id
        );
        IF was_due < now() THEN old_state := 'overdue'; END IF;
    END IF;
    IF new_state = 'ok' AND new_basis < now() - interval '20 hours' THEN
        is_due := (
            SELECT due_date(new_basis, t.inspection_interval_months, t.inspection_interval_days, s.timezone)
            FROM asset_type t
            JOIN zone z ON z.company_id = company_of_row AND z.id = new_zone
            JOIN site s ON s.company_id = company_of_row AND s.id = z.site_id
            WHERE t.company_id = company_of_row AND t.id = NEW.type_id
        );
        IF is_due < now() THEN new_state := 'overdue'; END IF;
    END IF;
    IF old_state = new_state AND OLD.deleted_at IS NULL THEN RETURN NULL; END IF;
    told := coalesce(told_state(company_of_row, NEW.uuid, 'asset_status'), CASE old_state WHEN 'overdue' THEN 'ok' ELSE old_state END);
    IF told = 'ok' AND old_state = 'overdue' THEN
        PERFORM add_state_change(company_of_row, 'Asset', NEW.uuid, 'asset_status', told, old_state, was_due, 'time');
        told := old_state;
    END IF;
    IF new_state <> told THEN
        PERFORM add_state_change(company_of_row, 'Asset', NEW.uuid, 'asset_status', told, new_state, now(), 'write');
    END IF;
    RETURN NULL;
END $$;
-- No interval is shorter than a day: an asset whose basis is younger than 20 hours is not due. 4 hours are for clocks that change.
CREATE TRIGGER "tell_asset" AFTER UPDATE ON "asset" FOR EACH ROW WHEN (
    OLD.defective <> NEW.defective OR OLD.zone_id <> NEW.zone_id OR OLD.type_id <> NEW.type_id
    OR (OLD.decommissioned_at IS NULL) <> (NEW.decommissioned_at IS NULL) OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
    OR coalesce(OLD.due_basis, OLD.last_inspection, OLD.created_at) <> coalesce(NEW.due_basis, NEW.last_inspection, NEW.created_at)
       AND least(coalesce(OLD.due_basis, OLD.last_inspection, OLD.created_at), coalesce(NEW.due_basis, NEW.last_inspection, NEW.created_at))
           < now() - interval '20 hours'
) EXECUTE FUNCTION tell_asset();

-- A zone has moved to another site, together with its assets.
CREATE FUNCTION tell_zone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM tell_site(NEW.company_id, least(OLD.site_id, NEW.site_id));
    PERFORM tell_site(NEW.company_id, greatest(OLD.site_id, NEW.site_id));
    RETURN NULL;
END $$;
CREATE TRIGGER "tell_zone" AFTER UPDATE ON "zone" FOR EACH ROW WHEN (OLD.site_id <> NEW.site_id) EXECUTE FUNCTION tell_zone();

-- Another interval, or another time zone, may move the due dates of 100,000 assets: the ticker compares the assets with the log.
CREATE FUNCTION tell_rule() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO state_recheck (company_id, record_type, record_id, changed_at) VALUES (NEW.company_id, TG_ARGV[0], NEW.id, now())
    ON CONFLICT (company_id, record_type, record_id) DO UPDATE SET changed_at = excluded.changed_at, after_id = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER "tell_rule" AFTER UPDATE ON "asset_type" FOR EACH ROW WHEN (
    (OLD.inspection_interval_months, OLD.inspection_interval_days) IS DISTINCT FROM (NEW.inspection_interval_months, NEW.inspection_interval_days)
) EXECUTE FUNCTION tell_rule('AssetType');
CREATE TRIGGER "tell_rule" AFTER UPDATE ON "site" FOR EACH ROW
WHEN (OLD.timezone IS DISTINCT FROM NEW.timezone) EXECUTE FUNCTION tell_rule('Site');

CREATE FUNCTION tell_threshold() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM tell_site(NEW.company_id, NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER "tell_threshold" AFTER UPDATE ON "site" FOR EACH ROW
WHEN (OLD.failure_threshold <> NEW.failure_threshold) EXECUTE FUNCTION tell_threshold();

-- Tells that a record is late, which it was before a write if `late_since` is not null, and is after it if `is_late`.
CREATE FUNCTION tell_late(company integer, type text, record uuid, about text, late text, late_since timestamptz, is_late boolean)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    told text := coalesce(told_state(company, record, about), 'not_' || late);
BEGIN
    IF late_since IS NOT NULL AND told <> late THEN
        PERFORM add_state_change(company, type, record, about, told, late, late_since, 'time');
        told := late;
    END IF;
    IF is_late <> (told = late) THEN
        PERFORM add_state_change(company, type, record, about, told, CASE WHEN is_late THEN late ELSE 'not_' || late END, now(), 'write');
    END IF;
END $$;

CREATE FUNCTION tell_job() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    late_since timestamptz;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF OLD.status <> NEW.status THEN
            PERFORM add_state_change(NEW.company_id, 'Job', NEW.uuid, 'job_status', OLD.status::text, NEW.status::text, now(), 'write');
        END IF;
        IF OLD.status IN ('scheduled', 'in_progress', 'paused') AND OLD.deleted_at IS NULL AND OLD.scheduled_end < now() THEN
            late_since := OLD.scheduled_end;
        END IF;
    END IF;
    PERFORM tell_late(NEW.company_id, 'Job', NEW.uuid, 'job_late', 'late', late_since,
        NEW.status IN ('scheduled', 'in_progress', 'paused') AND NEW.deleted_at IS NULL AND NEW.scheduled_end < now());
    RETURN NULL;
END $$;
CREATE TRIGGER "tell_job_insert" AFTER INSERT ON "job" FOR EACH ROW
WHEN (NEW.scheduled_end < now() AND NEW.status IN ('scheduled', 'in_progress', 'paused')) EXECUTE FUNCTION tell_job();
CREATE TRIGGER "tell_job_update" AFTER UPDATE ON "job" FOR EACH ROW WHEN (
    OLD.status <> NEW.status OR OLD.scheduled_end <> NEW.scheduled_end OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
) EXECUTE FUNCTION tell_job();

CREATE FUNCTION tell_finding() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    late_since timestamptz;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF OLD.status = 'open' AND OLD.deleted_at IS NULL AND OLD.due_at < now() THEN late_since := OLD.due_at; END IF;
    END IF;
    PERFORM tell_late(NEW.company_id, 'Finding', NEW.uuid, 'finding_overdue', 'overdue', late_since,
        NEW.status = 'open' AND NEW.deleted_at IS NULL AND NEW.due_at < now());
    RETURN NULL;
END $$;
CREATE TRIGGER "tell_finding_insert" AFTER INSERT ON "finding" FOR EACH ROW
WHEN (NEW.due_at < now() AND NEW.status = 'open') EXECUTE FUNCTION tell_finding();
CREATE TRIGGER "tell_finding_update" AFTER UPDATE ON "finding" FOR EACH ROW WHEN (
    OLD.status <> NEW.status OR OLD.due_at <> NEW.due_at OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
) EXECUTE FUNCTION tell_finding();
