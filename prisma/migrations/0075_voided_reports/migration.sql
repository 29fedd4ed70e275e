-- `/verify` says whether the inspection that a report or a certificate is about was voided since.
DROP FUNCTION find_issued(bytea);
CREATE FUNCTION find_issued(wanted bytea)
RETURNS TABLE (kind text, about text, number integer, issued_at timestamptz, voided boolean)
LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT h.kind, h.about, h.number, h.issued_at, i.deleted_at IS NOT NULL
        FROM issued_hash h
        LEFT JOIN inspection i
            ON h.about IN ('inspection', 'certificate') AND i.company_id = h.company_id AND i.id = h.number
        WHERE h.hash = wanted LIMIT 1;
END $$;
