-- Answers a query of one company on a distributed PostgreSQL (Citus): src/db/dispatch/on-shard.ts explains why. `shard` is the shard of
-- `company` from which this function is called, on the server of that shard. `query` selects one text from tables of this company. It is
-- prepared for the tables of the shard, once in each session of this server: a CTE with the name of each table reads the table's shard.
-- PostgreSQL replaces such a CTE by the table when it plans. A session keeps at most 500 of these prepared statements. The function has
-- the rights of its caller, so it can do nothing that a statement of its caller could not do.
CREATE FUNCTION answer_on_shard(shard oid, query text, VARIADIC parameters text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    prepared text := format('shard_%s_%s', shard, left(encode(sha256(convert_to(query, 'UTF8')), 'hex'), 40));
    call text;
    tables text;
    known name[];
    unused name;
    answer text;
BEGIN
    call := format('EXECUTE %s (%s)', prepared,
        (SELECT string_agg(quote_nullable(p.value), ', ' ORDER BY p.position) FROM unnest(parameters) WITH ORDINALITY AS p (value, position)));
    BEGIN
        EXECUTE call INTO answer;
    EXCEPTION WHEN invalid_sql_statement_name THEN
        SELECT string_agg(format('%I AS NOT MATERIALIZED (SELECT *, xmin FROM %s)', c.relname, shard_name(s.logicalrelid, s.shardid)), ', ')
        INTO tables
        FROM pg_dist_shard own
        JOIN pg_dist_shard s ON s.shardminvalue = own.shardminvalue OR s.shardminvalue IS NULL
        JOIN pg_class c ON c.oid = s.logicalrelid
        WHERE own.logicalrelid = 'company'::regclass AND shard_name(own.logicalrelid, own.shardid) = shard::regclass::text
            AND query ~ format('\m%s\M', c.relname);
        IF tables IS NULL THEN
            RAISE 'The shard % was replaced by others.', shard::regclass USING ERRCODE = 'serialization_failure';
        END IF;
        known := ARRAY(SELECT p.name FROM pg_prepared_statements p WHERE p.name LIKE 'shard\_%');
        IF cardinality(known) >= 500 THEN
            FOREACH unused IN ARRAY known LOOP
                EXECUTE format('DEALLOCATE %s', unused);
            END LOOP;
        END IF;
        EXECUTE format('PREPARE %s AS WITH %s %s', prepared, tables, query);
        EXECUTE call INTO answer;
    END;
    RETURN answer;
END $$;
