-- Older instances: builds index *_key_*: writers of the table wait for this time; the changelog says how to build them before.
LOCK TABLE app_user, asset, barcode, client, job, site, zone IN SHARE MODE;

-- The key by which texts are searched: lower case, and without accents, as in the order of texts: the collation
-- "und-x-icu" compares letters before accents. Breves of the Cyrillic letter short i stay, because it is a letter of its
-- own in that order. The body is one expression, which PostgreSQL inlines; a text of ASCII letters alone takes the first
-- branch.
CREATE OR REPLACE FUNCTION search_key(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(words) = length(words) THEN lower(words COLLATE "und-x-icu")
    ELSE replace(replace(replace(replace(translate(lower(
        normalize(regexp_replace(normalize(words, NFD), '[\u0300-\u0305\u0307-\u036f]|(?<![иИ])\u0306', '', 'g'), NFC)
        COLLATE "und-x-icu"), 'øłđðħſ', 'olddhs'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ĳ', 'ij') END
$$;

-- The indexes of searches, as 0003_text_grams and 0008_names_and_orders have them for texts with accents. Those stay,
-- because instances of the last release search with them.
CREATE INDEX IF NOT EXISTS "app_user_key_grams_idx" ON "app_user" USING gin (text_grams("company_id", search_key("search_text")));
CREATE INDEX IF NOT EXISTS "asset_key_grams_idx" ON "asset" USING gin (text_grams("company_id", search_key("search_text")));
CREATE INDEX IF NOT EXISTS "barcode_key_grams_idx" ON "barcode" USING gin (text_grams("company_id", search_key("data")));
CREATE INDEX IF NOT EXISTS "job_key_grams_idx" ON "job" USING gin (text_grams("company_id", search_key("search_text")));
CREATE INDEX IF NOT EXISTS "site_key_grams_idx" ON "site" USING gin (text_grams("company_id", search_key("name")));
ALTER INDEX "app_user_key_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX "asset_key_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX "barcode_key_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX "job_key_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX "site_key_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;

-- For shorter texts. A company has few types, so their names are compared without an index.
CREATE INDEX IF NOT EXISTS "app_user_key_idx" ON "app_user" USING gin ("company_id", search_key("search_text") gin_trgm_ops);
CREATE INDEX IF NOT EXISTS "asset_key_idx" ON "asset" USING gin ("company_id", search_key("search_text") gin_trgm_ops);
CREATE INDEX IF NOT EXISTS "barcode_key_idx" ON "barcode" USING gin ("company_id", search_key("data") gin_trgm_ops);
CREATE INDEX IF NOT EXISTS "client_key_idx" ON "client" USING gin ("company_id", search_key("search_text") gin_trgm_ops);
CREATE INDEX IF NOT EXISTS "job_key_idx" ON "job" USING gin ("company_id", search_key("search_text") gin_trgm_ops);
CREATE INDEX IF NOT EXISTS "site_key_idx" ON "site" USING gin ("company_id", search_key("name") gin_trgm_ops);
CREATE INDEX IF NOT EXISTS "zone_key_idx" ON "zone" USING gin ("company_id", search_key("name") gin_trgm_ops);
