-- A hash of every five characters that stand in a row in a text, in lower case; null where it is shorter. Few records
-- share five characters of a code, however many there are, where one among a million shares each three with thousands.
-- The company is in the hash, so that nobody looks through other companies' words. Restricted, because what is looked up
-- in an index of them is too little for several processes.
CREATE FUNCTION text_grams(company integer, words text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED AS $$
DECLARE
    letter text;
    gram text := '';
    grams bigint[];
BEGIN
    FOREACH letter IN ARRAY string_to_array(lower(words), NULL) LOOP
        gram := right(gram || letter, 5);
        IF length(gram) = 5 THEN
            grams := grams || hashtextextended(gram, company);
        END IF;
    END LOOP;
    RETURN grams;
END $$;

CREATE INDEX "app_user_grams_idx" ON "app_user" USING gin (text_grams("company_id", "search_text"));
CREATE INDEX "asset_grams_idx" ON "asset" USING gin (text_grams("company_id", "search_text"));
CREATE INDEX "barcode_grams_idx" ON "barcode" USING gin (text_grams("company_id", "data"));
CREATE INDEX "job_grams_idx" ON "job" USING gin (text_grams("company_id", "search_text"));
CREATE INDEX "site_grams_idx" ON "site" USING gin (text_grams("company_id", "name"));

-- Nobody asks how often each is there.
ALTER INDEX "app_user_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX "asset_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX "barcode_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX "job_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX "site_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
