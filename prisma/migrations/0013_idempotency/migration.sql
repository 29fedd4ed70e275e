-- CreateTable
CREATE TABLE "idempotency_key" (
    "company_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "answer" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("company_id","hash")
);

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Each update of a record raises its `updated_at`, so that clients can tell two versions apart: two updates can happen in
-- the same millisecond, and the clocks of two instances can differ. The condition is checked without calling the function.
CREATE FUNCTION raise_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := OLD.updated_at + interval '1 millisecond';
  RETURN NEW;
END
$$;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['company', 'app_user', 'client', 'site', 'zone_type', 'zone', 'asset_type', 'asset', 'job_type', 'job'] LOOP
    EXECUTE format(
      'CREATE TRIGGER raise_updated_at BEFORE UPDATE OF updated_at ON %I
       FOR EACH ROW WHEN (NEW.updated_at <= OLD.updated_at) EXECUTE FUNCTION raise_updated_at()', name);
  END LOOP;
END
$$;

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "idempotency_key"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "idempotency_key" ALTER COLUMN "company_id" SET (n_distinct = 10);
