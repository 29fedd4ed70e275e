-- Names are compared in the root collation of ICU (a, É, Z), which is the same on every server and on the embedded
-- database; the default collation is not. The collation belongs to the columns, so that indexes, orders and cursors use it
-- without naming it. It also decides what is the same letter in upper and lower case, for searches.

-- Text is stored in Unicode's normalization form C from now on, and text to search for is converted to it. A value is left
-- as it is if another record has the same one in form C, where it must be unique.
UPDATE "app_user" SET "first_name" = normalize("first_name"), "last_name" = normalize("last_name")
    WHERE "first_name" IS NOT NORMALIZED OR "last_name" IS NOT NORMALIZED;
UPDATE "client" SET "legal_name" = normalize("legal_name"), "trading_name" = normalize("trading_name")
    WHERE "legal_name" IS NOT NORMALIZED OR "trading_name" IS NOT NORMALIZED;
UPDATE "site" SET "name" = normalize("name"), "city" = normalize("city")
    WHERE "name" IS NOT NORMALIZED OR "city" IS NOT NORMALIZED;
UPDATE "zone_type" SET "description" = normalize("description") WHERE "description" IS NOT NORMALIZED;
UPDATE "zone" SET "name" = normalize("name") WHERE "name" IS NOT NORMALIZED;
UPDATE "asset_type" SET "name" = normalize("name") WHERE "name" IS NOT NORMALIZED;
UPDATE "asset_type" SET "custom_fields" = normalize("custom_fields"::text)::jsonb
    WHERE "custom_fields"::text IS NOT NORMALIZED;
UPDATE "job_type" SET "description" = normalize("description") WHERE "description" IS NOT NORMALIZED;
UPDATE "job" SET "reference" = normalize("reference") WHERE "reference" IS NOT NORMALIZED;
UPDATE "asset" SET "meta_data" = normalize("meta_data"::text)::jsonb WHERE "meta_data"::text IS NOT NORMALIZED;
UPDATE "asset" SET "code" = normalize("code") WHERE "code" IS NOT NORMALIZED AND NOT EXISTS (
    SELECT FROM "asset" "other" WHERE "other"."company_id" = "asset"."company_id"
        AND "other"."id" <> "asset"."id" AND normalize("other"."code") = normalize("asset"."code"));
UPDATE "barcode" SET "data" = normalize("data") WHERE "data" IS NOT NORMALIZED AND NOT EXISTS (
    SELECT FROM "barcode" "other" WHERE "other"."company_id" = "barcode"."company_id"
        AND "other"."id" <> "barcode"."id" AND normalize("other"."data") = normalize("barcode"."data"));

-- Lower case by the same collation in the index and in the query. The indexes on it are rebuilt below, with their columns.
CREATE OR REPLACE FUNCTION text_grams(company integer, words text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED AS $$
DECLARE
    letter text;
    gram text := '';
    grams bigint[];
BEGIN
    FOREACH letter IN ARRAY string_to_array(lower(words COLLATE "und-x-icu"), NULL) LOOP
        gram := right(gram || letter, 5);
        IF length(gram) = 5 THEN
            grams := grams || hashtextextended(gram, company);
        END IF;
    END LOOP;
    RETURN grams;
END $$;

ALTER TABLE "site"
    ALTER COLUMN "name" TYPE text COLLATE "und-x-icu",
    ALTER COLUMN "city" TYPE text COLLATE "und-x-icu";
ALTER TABLE "zone_type" ALTER COLUMN "description" TYPE text COLLATE "und-x-icu";
ALTER TABLE "zone" ALTER COLUMN "name" TYPE text COLLATE "und-x-icu";
ALTER TABLE "asset_type" ALTER COLUMN "name" TYPE text COLLATE "und-x-icu";
ALTER TABLE "job_type" ALTER COLUMN "description" TYPE text COLLATE "und-x-icu";
ALTER TABLE "barcode" ALTER COLUMN "data" TYPE text COLLATE "und-x-icu";

-- A generated column keeps the columns that it is made of from changing their collation.
ALTER TABLE "client" DROP COLUMN "search_text";
ALTER TABLE "client"
    ALTER COLUMN "legal_name" TYPE text COLLATE "und-x-icu",
    ADD COLUMN "search_text" text COLLATE "und-x-icu"
        GENERATED ALWAYS AS (legal_name || E'\n' || coalesce(trading_name, '')) STORED;
CREATE INDEX "client_search_idx" ON "client" USING gin ("company_id", "search_text" gin_trgm_ops);

-- With the last name after the first name in the same line, so that a search finds the full name.
ALTER TABLE "app_user" DROP COLUMN "search_text";
ALTER TABLE "app_user"
    ALTER COLUMN "first_name" TYPE text COLLATE "und-x-icu",
    ALTER COLUMN "last_name" TYPE text COLLATE "und-x-icu",
    ALTER COLUMN "email" TYPE text COLLATE "und-x-icu",
    ADD COLUMN "search_text" text COLLATE "und-x-icu"
        GENERATED ALWAYS AS (first_name || ' ' || last_name || E'\n' || email) STORED;
CREATE INDEX "app_user_search_idx" ON "app_user" USING gin ("company_id", "search_text" gin_trgm_ops);
CREATE INDEX "app_user_grams_idx" ON "app_user" USING gin (text_grams("company_id", "search_text"));
ALTER INDEX "app_user_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;

ALTER TABLE "asset" DROP COLUMN "search_text";
ALTER TABLE "asset"
    ALTER COLUMN "code" TYPE text COLLATE "und-x-icu",
    ADD COLUMN "search_text" text COLLATE "und-x-icu"
        GENERATED ALWAYS AS (code || E'\n' || json_values_text(meta_data)) STORED;
CREATE INDEX "asset_search_idx" ON "asset" USING gin ("company_id", "search_text" gin_trgm_ops);
CREATE INDEX "asset_grams_idx" ON "asset" USING gin (text_grams("company_id", "search_text"));
ALTER INDEX "asset_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;

ALTER TABLE "job" DROP COLUMN "search_text";
ALTER TABLE "job"
    ALTER COLUMN "reference" TYPE text COLLATE "und-x-icu",
    ADD COLUMN "search_text" text COLLATE "und-x-icu"
        GENERATED ALWAYS AS (number::text || E'\n' || coalesce(reference, '')) STORED;
CREATE INDEX "job_search_idx" ON "job" USING gin ("company_id", "search_text" gin_trgm_ops);
CREATE INDEX "job_grams_idx" ON "job" USING gin (text_grams("company_id", "search_text"));
ALTER INDEX "job_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;

-- CreateIndex
CREATE INDEX "site_company_id_city_id_idx" ON "site"("company_id", "city", "id");

-- CreateIndex
CREATE INDEX "job_company_id_reference_id_idx" ON "job"("company_id", "reference", "id");
