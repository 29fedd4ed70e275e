-- Inserts the findings of answers. As in 0040_inserts_on_one_shard, so that a distributed PostgreSQL (Citus) sends the insert to the
-- server of the company as it is, and not its rows as COPY, which row-level security refuses: ids are not taken from a default, one row
-- has `VALUES`, and several read the row of the company too.
CREATE FUNCTION insert_findings(
    company integer, creator integer, created timestamptz, uuids uuid[], asset_ids integer[], inspection_ids integer[],
    question_ids uuid[], titles text[], notes text[], risk_ids integer[], opened timestamptz[], due timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    ids integer[];
BEGIN
    FOR position IN 1..cardinality(uuids) LOOP
        ids[position] := nextval('finding_id_seq');
    END LOOP;
    IF cardinality(uuids) = 1 THEN
        INSERT INTO finding (id, uuid, company_id, user_id, created_at, updated_at, asset_id, inspection_id, question_id, title, note,
            risk_id, opened_at, due_at)
        VALUES (ids[1], uuids[1], company, creator, created, created, asset_ids[1], inspection_ids[1], question_ids[1], titles[1],
            notes[1], risk_ids[1], opened[1], due[1]);
    ELSE
        INSERT INTO finding (id, uuid, company_id, user_id, created_at, updated_at, asset_id, inspection_id, question_id, title, note,
            risk_id, opened_at, due_at)
        SELECT f.id, f.uuid, c.id, creator, created, created, f.asset_id, f.inspection_id, f.question_id, f.title, f.note, f.risk_id,
            f.opened_at, f.due_at
        FROM company c
        CROSS JOIN unnest(ids, uuids, asset_ids, inspection_ids, question_ids, titles, notes, risk_ids, opened, due)
            WITH ORDINALITY AS f (id, uuid, asset_id, inspection_id, question_id, title, note, risk_id, opened_at, due_at, position)
        WHERE c.id = company
        ORDER BY f.position;
    END IF;
END $$;
