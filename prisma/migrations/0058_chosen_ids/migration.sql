-- The ids that clients chose for new records, with the hash of the input: docs/decisions/chosen-ids.md.

LOCK TABLE "company" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "chosen_id" (
    "company_id" INTEGER NOT NULL,
    "record_id" UUID NOT NULL,
    "input_hash" BYTEA NOT NULL,

    CONSTRAINT "chosen_id_pkey" PRIMARY KEY ("company_id","record_id")
);

-- AddForeignKey
ALTER TABLE "chosen_id" ADD CONSTRAINT "chosen_id_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "chosen_id" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "chosen_id"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "chosen_id" ALTER COLUMN "company_id" SET (n_distinct = 10);
