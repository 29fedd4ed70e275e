-- Deletes the state changes of companies that are older than the audit entries that were deleted, except the newest one of each record
-- and kind: the next change begins with its state. At most 1,000 of each company. Returns how many; 0 while another instance does it.
CREATE FUNCTION delete_expired_state_changes() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    company integer := (SELECT min(d.company_id) FROM audit_deletion d);
    deleted record;
    number_of_rows integer;
    total integer := 0;
BEGIN
    IF NOT pg_try_advisory_xact_lock(72707373) THEN RETURN 0; END IF;
    WHILE company IS NOT NULL LOOP
        SELECT d.transaction_id, d.id INTO deleted FROM audit_deletion d WHERE d.company_id = company;
        DELETE FROM state_change WHERE company_id = company AND (record_id, kind, number) IN (
            SELECT c.record_id, c.kind, c.number FROM state_change c
            WHERE c.company_id = company AND (c.transaction_id, c.id) <= (deleted.transaction_id, deleted.id)
              AND EXISTS (
                  SELECT 1 FROM state_change n
                  WHERE n.company_id = company AND n.record_id = c.record_id AND n.kind = c.kind AND n.number > c.number
              )
            ORDER BY c.transaction_id, c.id LIMIT 1000
        );
        GET DIAGNOSTICS number_of_rows = ROW_COUNT;
        total := total + number_of_rows;
        company := (SELECT min(d.company_id) FROM audit_deletion d WHERE d.company_id > company);
    END LOOP;
    RETURN total;
END $$;
