-- Updates one asset, with optimistic concurrency control: src/domain/asset/change-assets.ts explains the values. Each statement has one
-- table and names the company once. Only of such a statement does a distributed PostgreSQL (Citus) keep the plan; it plans one with
-- several tables at each execution, on two servers. The locks are taken in the order of the statement for several assets. Returns
-- whether the asset has the new values, also if it had them before.
CREATE FUNCTION change_asset(
    company integer, changed timestamptz, asset_id integer, asset_version text, new_zone integer, new_type integer, type_version text,
    new_code text, sets_risk boolean, new_risk integer, new_data jsonb
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF new_zone IS NOT NULL THEN
        PERFORM 1 FROM zone z WHERE z.company_id = company AND z.id = new_zone AND z.deleted_at IS NULL FOR KEY SHARE;
        IF NOT FOUND THEN
            RETURN false;
        END IF;
    END IF;
    IF new_type IS NOT NULL THEN
        PERFORM 1 FROM asset_type t WHERE t.company_id = company AND t.id = new_type AND t.xmin = type_version::xid FOR SHARE;
        IF NOT FOUND THEN
            RETURN false;
        END IF;
    END IF;
    UPDATE asset a
    SET zone_id = coalesce(new_zone, a.zone_id),
        type_id = coalesce(new_type, a.type_id),
        code = coalesce(new_code, a.code),
        risk_id = CASE WHEN sets_risk THEN new_risk ELSE a.risk_id END,
        meta_data = coalesce(new_data, a.meta_data),
        updated_at = changed
    WHERE a.company_id = company AND a.id = asset_id AND a.deleted_at IS NULL
        AND (asset_version IS NULL OR a.xmin = asset_version::xid)
        AND (new_zone <> a.zone_id OR new_type <> a.type_id OR new_code <> a.code
            OR sets_risk AND new_risk IS DISTINCT FROM a.risk_id OR new_data <> a.meta_data);
    IF NOT FOUND THEN
        PERFORM 1 FROM asset a
        WHERE a.company_id = company AND a.id = asset_id AND a.deleted_at IS NULL
            AND (asset_version IS NULL OR a.xmin = asset_version::xid)
            AND (new_zone <> a.zone_id OR new_type <> a.type_id OR new_code <> a.code
                OR sets_risk AND new_risk IS DISTINCT FROM a.risk_id OR new_data <> a.meta_data) IS NOT TRUE
        FOR UPDATE;
    END IF;
    RETURN FOUND;
END $$;
