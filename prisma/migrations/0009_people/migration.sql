-- CreateEnum
CREATE TYPE "mail_kind" AS ENUM ('password_reset', 'invitation');

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "address" TEXT,
ADD COLUMN     "api_key_id" INTEGER,
ADD COLUMN     "user_agent" TEXT;

-- CreateTable
CREATE TABLE "password_token" (
    "hash" BYTEA NOT NULL,
    "company_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "queued_mail" (
    "id" SERIAL NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "email" TEXT NOT NULL,
    "company_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "queued_mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "password_token_company_id_user_id_idx" ON "password_token"("company_id", "user_id");

-- CreateIndex
CREATE INDEX "queued_mail_next_attempt_at_idx" ON "queued_mail"("next_attempt_at");

-- CreateIndex
CREATE INDEX "session_company_id_api_key_id_idx" ON "session"("company_id", "api_key_id");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_company_id_api_key_id_fkey" FOREIGN KEY ("company_id", "api_key_id") REFERENCES "api_key"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "password_token" ADD CONSTRAINT "password_token_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queued_mail" ADD CONSTRAINT "queued_mail_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- As for all tables with a company: see 0002_company_estimates.
ALTER TABLE "password_token" ALTER COLUMN "company_id" SET (n_distinct = 10);
ALTER TABLE "queued_mail" ALTER COLUMN "company_id" SET (n_distinct = 10);
