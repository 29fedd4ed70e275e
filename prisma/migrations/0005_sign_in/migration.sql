-- docs/decisions/sign-in.md explains known networks and the successors of refresh tokens.
ALTER TABLE "refresh_token" ADD COLUMN     "successor" BYTEA;

CREATE TABLE "known_network" (
    "company_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "network" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_network_pkey" PRIMARY KEY ("company_id","user_id","network")
);

ALTER TABLE "known_network" ADD CONSTRAINT "known_network_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Plan for companies with many rows, as 0002_company_estimates does for the other tables.
ALTER TABLE "known_network" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- Sessions end after 90 days. New tokens never expire later; these were issued without the limit.
UPDATE "access_token" t SET "expires_at" = s."created_at" + interval '90 days'
FROM "session" s WHERE s."id" = t."session_id" AND t."expires_at" > s."created_at" + interval '90 days';
