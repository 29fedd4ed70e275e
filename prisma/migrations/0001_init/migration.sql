-- Substring search within one company: trigrams, with the company in the same index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The values of a flat JSON object, a line each.
CREATE FUNCTION json_values_text(jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(string_agg(value, E'\n'), '') FROM jsonb_each_text($1));

-- CreateEnum
CREATE TYPE "role" AS ENUM ('admin', 'technician');

-- CreateEnum
CREATE TYPE "job_status" AS ENUM ('scheduled', 'in_progress', 'paused', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "inspection_outcome" AS ENUM ('passed', 'failed');

-- CreateEnum
CREATE TYPE "audience" AS ENUM ('graphql', 'set_a', 'set_b');

-- CreateTable
CREATE TABLE "company" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "primary_user_id" INTEGER,
    "logo" TEXT,
    "registration_number" TEXT,
    "vat_number" TEXT,
    "job_number" INTEGER NOT NULL DEFAULT 0,
    "asset_code_number" INTEGER NOT NULL DEFAULT 0,
    "barcode_number" INTEGER NOT NULL DEFAULT 0,
    "industry_id" INTEGER,
    "region_id" INTEGER,
    "allow_external_barcodes" BOOLEAN NOT NULL DEFAULT false,
    "barcode_format" TEXT,
    "assetpool_branch_id" INTEGER,
    "manual_inspection_closure" BOOLEAN NOT NULL DEFAULT false,
    "sales_rep_id" INTEGER,
    "app_name" TEXT,
    "from_email" TEXT,
    "from_email_name" TEXT,
    "app_email_logo" TEXT,
    "white_label_enabled" BOOLEAN NOT NULL DEFAULT false,
    "frontend_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "company_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "phone_number" TEXT,
    "app_needs_update" BOOLEAN NOT NULL DEFAULT false,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "search_text" TEXT GENERATED ALWAYS AS (first_name || E'\n' || last_name || E'\n' || email) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "company_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("company_id","user_id")
);

-- CreateTable
CREATE TABLE "profile" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "mobile" TEXT,
    "telephone" TEXT,
    "picture" TEXT,
    "position" TEXT,
    "dialing_code" TEXT,
    "employee_number" TEXT,
    "id_number" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "profile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "risk" (
    "id" INTEGER NOT NULL,
    "uuid" UUID NOT NULL,
    "level" TEXT NOT NULL,
    "value" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "risk_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "client" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "legal_name" TEXT NOT NULL,
    "trading_name" TEXT,
    "registration_number" TEXT,
    "vat_number" TEXT,
    "user_id" INTEGER NOT NULL,
    "logo" TEXT,
    "search_text" TEXT GENERATED ALWAYS AS (legal_name || E'\n' || coalesce(trading_name, '')) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "legal_name" TEXT,
    "registration_number" TEXT,
    "vat_number" TEXT,
    "user_id" INTEGER NOT NULL,
    "manager_id" INTEGER,
    "logo" TEXT,
    "risk_id" INTEGER,
    "failure_threshold" INTEGER NOT NULL DEFAULT 1,
    "street" TEXT,
    "city" TEXT,
    "region" TEXT,
    "timezone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "site_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "zone_type" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "risk_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "zone_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "zone_type_asset_type" (
    "company_id" INTEGER NOT NULL,
    "zone_type_id" INTEGER NOT NULL,
    "asset_type_id" INTEGER NOT NULL,

    CONSTRAINT "zone_type_asset_type_pkey" PRIMARY KEY ("company_id","zone_type_id","asset_type_id")
);

-- CreateTable
CREATE TABLE "zone" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "site_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL DEFAULT 0,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "zone_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checklist" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "checklist_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checklist_check" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "checklist_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "question" TEXT NOT NULL,

    CONSTRAINT "checklist_check_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset_type" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "short_code" TEXT NOT NULL,
    "checklist_id" INTEGER,
    "risk_id" INTEGER,
    "custom_fields" JSONB NOT NULL DEFAULT '[]',
    "enforce_checklist_order" BOOLEAN NOT NULL DEFAULT false,
    "inspection_interval_days" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "asset_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "zone_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "risk_id" INTEGER,
    "defective" BOOLEAN NOT NULL DEFAULT false,
    "meta_data" JSONB NOT NULL DEFAULT '{}',
    "last_inspection" TIMESTAMPTZ(3),
    "next_inspection" TIMESTAMPTZ(3),
    "decommissioned_at" TIMESTAMPTZ(3),
    "user_id" INTEGER NOT NULL,
    "search_text" TEXT GENERATED ALWAYS AS (code || E'\n' || json_values_text(meta_data)) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "asset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "barcode" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "data" TEXT NOT NULL,
    "prefix" TEXT,
    "asset_id" INTEGER NOT NULL,
    "public" BOOLEAN NOT NULL DEFAULT false,
    "batch" INTEGER NOT NULL DEFAULT 0,
    "batch_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "barcode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_type" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "pass_percentage" INTEGER NOT NULL DEFAULT 100,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "requires_signature" BOOLEAN NOT NULL DEFAULT false,
    "single_inspection" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "site_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "technician_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" "job_status" NOT NULL DEFAULT 'scheduled',
    "scheduled_start" TIMESTAMPTZ(3) NOT NULL,
    "scheduled_end" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "closed_by_id" INTEGER,
    "worked_seconds" INTEGER NOT NULL DEFAULT 0,
    "working_since" TIMESTAMPTZ(3),
    "allow_early_closure" BOOLEAN NOT NULL DEFAULT true,
    "special_instructions" TEXT,
    "reference" TEXT,
    "requires_signature" BOOLEAN NOT NULL,
    "signature_name" TEXT,
    "synced_at" TIMESTAMPTZ(3),
    "search_text" TEXT GENERATED ALWAYS AS (number::text || E'\n' || coalesce(reference, '')) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_zone" (
    "company_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "zone_id" INTEGER NOT NULL,

    CONSTRAINT "job_zone_pkey" PRIMARY KEY ("company_id","job_id","zone_id")
);

-- CreateTable
CREATE TABLE "document" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "job_id" INTEGER,
    "asset_id" INTEGER,
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inspection" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "asset_id" INTEGER NOT NULL,
    "job_id" INTEGER,
    "inspector_id" INTEGER NOT NULL,
    "outcome" "inspection_outcome" NOT NULL,
    "score" INTEGER,
    "note" TEXT,
    "inspected_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inspection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "audience" "audience" NOT NULL,
    "oauth_client_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "login_attempt" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "login_attempt_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "company_uuid_key" ON "company"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_uuid_key" ON "app_user"("uuid");

-- CreateIndex
CREATE INDEX "app_user_company_id_first_name_id_idx" ON "app_user"("company_id", "first_name", "id");

-- CreateIndex
CREATE INDEX "app_user_company_id_last_name_id_idx" ON "app_user"("company_id", "last_name", "id");

-- CreateIndex
CREATE INDEX "app_user_company_id_created_at_id_idx" ON "app_user"("company_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "app_user_email_idx" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_company_id_id_key" ON "app_user"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_company_id_email_key" ON "app_user"("company_id", "email");

-- CreateIndex
CREATE INDEX "membership_company_id_role_user_id_idx" ON "membership"("company_id", "role", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "profile_uuid_key" ON "profile"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "profile_company_id_user_id_key" ON "profile"("company_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "risk_uuid_key" ON "risk"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "risk_level_key" ON "risk"("level");

-- CreateIndex
CREATE UNIQUE INDEX "risk_value_key" ON "risk"("value");

-- CreateIndex
CREATE UNIQUE INDEX "client_uuid_key" ON "client"("uuid");

-- CreateIndex
CREATE INDEX "client_company_id_legal_name_id_idx" ON "client"("company_id", "legal_name", "id");

-- CreateIndex
CREATE INDEX "client_company_id_created_at_id_idx" ON "client"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "client_company_id_id_key" ON "client"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "site_uuid_key" ON "site"("uuid");

-- CreateIndex
CREATE INDEX "site_company_id_client_id_id_idx" ON "site"("company_id", "client_id", "id");

-- CreateIndex
CREATE INDEX "site_company_id_manager_id_id_idx" ON "site"("company_id", "manager_id", "id");

-- CreateIndex
CREATE INDEX "site_company_id_risk_id_id_idx" ON "site"("company_id", "risk_id", "id");

-- CreateIndex
CREATE INDEX "site_company_id_name_id_idx" ON "site"("company_id", "name", "id");

-- CreateIndex
CREATE INDEX "site_company_id_created_at_id_idx" ON "site"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "site_company_id_id_key" ON "site"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "zone_type_uuid_key" ON "zone_type"("uuid");

-- CreateIndex
CREATE INDEX "zone_type_company_id_description_id_idx" ON "zone_type"("company_id", "description", "id");

-- CreateIndex
CREATE INDEX "zone_type_company_id_risk_id_id_idx" ON "zone_type"("company_id", "risk_id", "id");

-- CreateIndex
CREATE INDEX "zone_type_company_id_created_at_id_idx" ON "zone_type"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "zone_type_company_id_id_key" ON "zone_type"("company_id", "id");

-- CreateIndex
CREATE INDEX "zone_type_asset_type_company_id_asset_type_id_zone_type_id_idx" ON "zone_type_asset_type"("company_id", "asset_type_id", "zone_type_id");

-- CreateIndex
CREATE UNIQUE INDEX "zone_uuid_key" ON "zone"("uuid");

-- CreateIndex
CREATE INDEX "zone_company_id_site_id_id_idx" ON "zone"("company_id", "site_id", "id");

-- CreateIndex
CREATE INDEX "zone_company_id_type_id_id_idx" ON "zone"("company_id", "type_id", "id");

-- CreateIndex
CREATE INDEX "zone_company_id_name_id_idx" ON "zone"("company_id", "name", "id");

-- CreateIndex
CREATE INDEX "zone_company_id_created_at_id_idx" ON "zone"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "zone_company_id_id_key" ON "zone"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "checklist_uuid_key" ON "checklist"("uuid");

-- CreateIndex
CREATE INDEX "checklist_company_id_name_id_idx" ON "checklist"("company_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "checklist_company_id_id_key" ON "checklist"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "checklist_check_uuid_key" ON "checklist_check"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "checklist_check_company_id_checklist_id_position_key" ON "checklist_check"("company_id", "checklist_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "asset_type_uuid_key" ON "asset_type"("uuid");

-- CreateIndex
CREATE INDEX "asset_type_company_id_checklist_id_id_idx" ON "asset_type"("company_id", "checklist_id", "id");

-- CreateIndex
CREATE INDEX "asset_type_company_id_risk_id_id_idx" ON "asset_type"("company_id", "risk_id", "id");

-- CreateIndex
CREATE INDEX "asset_type_company_id_name_id_idx" ON "asset_type"("company_id", "name", "id");

-- CreateIndex
CREATE INDEX "asset_type_company_id_created_at_id_idx" ON "asset_type"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "asset_type_company_id_id_key" ON "asset_type"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "asset_type_company_id_short_code_key" ON "asset_type"("company_id", "short_code");

-- CreateIndex
CREATE UNIQUE INDEX "asset_uuid_key" ON "asset"("uuid");

-- CreateIndex
CREATE INDEX "asset_company_id_zone_id_id_idx" ON "asset"("company_id", "zone_id", "id");

-- CreateIndex
CREATE INDEX "asset_company_id_type_id_id_idx" ON "asset"("company_id", "type_id", "id");

-- CreateIndex
CREATE INDEX "asset_company_id_risk_id_id_idx" ON "asset"("company_id", "risk_id", "id");

-- CreateIndex
CREATE INDEX "asset_company_id_last_inspection_id_idx" ON "asset"("company_id", "last_inspection", "id");

-- CreateIndex
CREATE INDEX "asset_company_id_next_inspection_id_idx" ON "asset"("company_id", "next_inspection", "id");

-- CreateIndex
CREATE INDEX "asset_company_id_created_at_id_idx" ON "asset"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "asset_company_id_id_key" ON "asset"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "asset_company_id_code_key" ON "asset"("company_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "barcode_uuid_key" ON "barcode"("uuid");

-- CreateIndex
CREATE INDEX "barcode_company_id_created_at_id_idx" ON "barcode"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "barcode_company_id_id_key" ON "barcode"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "barcode_company_id_data_key" ON "barcode"("company_id", "data");

-- CreateIndex
CREATE UNIQUE INDEX "barcode_company_id_asset_id_key" ON "barcode"("company_id", "asset_id");

-- CreateIndex
CREATE UNIQUE INDEX "job_type_uuid_key" ON "job_type"("uuid");

-- CreateIndex
CREATE INDEX "job_type_company_id_description_id_idx" ON "job_type"("company_id", "description", "id");

-- CreateIndex
CREATE INDEX "job_type_company_id_created_at_id_idx" ON "job_type"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "job_type_company_id_id_key" ON "job_type"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "job_uuid_key" ON "job"("uuid");

-- CreateIndex
CREATE INDEX "job_company_id_site_id_id_idx" ON "job"("company_id", "site_id", "id");

-- CreateIndex
CREATE INDEX "job_company_id_technician_id_id_idx" ON "job"("company_id", "technician_id", "id");

-- CreateIndex
CREATE INDEX "job_company_id_type_id_id_idx" ON "job"("company_id", "type_id", "id");

-- CreateIndex
CREATE INDEX "job_company_id_status_id_idx" ON "job"("company_id", "status", "id");

-- CreateIndex
CREATE INDEX "job_company_id_scheduled_start_id_idx" ON "job"("company_id", "scheduled_start", "id");

-- CreateIndex
CREATE INDEX "job_company_id_scheduled_end_id_idx" ON "job"("company_id", "scheduled_end", "id");

-- CreateIndex
CREATE INDEX "job_company_id_completed_at_id_idx" ON "job"("company_id", "completed_at", "id");

-- CreateIndex
CREATE INDEX "job_company_id_created_at_id_idx" ON "job"("company_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "job_company_id_id_key" ON "job"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "job_company_id_number_key" ON "job"("company_id", "number");

-- CreateIndex
CREATE INDEX "job_zone_company_id_zone_id_job_id_idx" ON "job_zone"("company_id", "zone_id", "job_id");

-- CreateIndex
CREATE UNIQUE INDEX "document_uuid_key" ON "document"("uuid");

-- CreateIndex
CREATE INDEX "document_company_id_job_id_id_idx" ON "document"("company_id", "job_id", "id");

-- CreateIndex
CREATE INDEX "document_company_id_asset_id_id_idx" ON "document"("company_id", "asset_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "document_company_id_id_key" ON "document"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "inspection_uuid_key" ON "inspection"("uuid");

-- CreateIndex
CREATE INDEX "inspection_company_id_asset_id_id_idx" ON "inspection"("company_id", "asset_id", "id");

-- CreateIndex
CREATE INDEX "inspection_company_id_job_id_id_idx" ON "inspection"("company_id", "job_id", "id");

-- CreateIndex
CREATE INDEX "inspection_company_id_inspector_id_id_idx" ON "inspection"("company_id", "inspector_id", "id");

-- CreateIndex
CREATE INDEX "inspection_company_id_inspected_at_id_idx" ON "inspection"("company_id", "inspected_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "inspection_company_id_id_key" ON "inspection"("company_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_uuid_key" ON "api_key"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_company_id_id_key" ON "api_key"("company_id", "id");

-- CreateIndex
CREATE INDEX "session_company_id_user_id_idx" ON "session"("company_id", "user_id");

-- CreateIndex
CREATE INDEX "access_token_session_id_idx" ON "access_token"("session_id");

-- CreateIndex
CREATE INDEX "access_token_expires_at_idx" ON "access_token"("expires_at");

-- CreateIndex
CREATE INDEX "refresh_token_session_id_idx" ON "refresh_token"("session_id");

-- CreateIndex
CREATE INDEX "refresh_token_expires_at_idx" ON "refresh_token"("expires_at");

-- AddForeignKey
ALTER TABLE "company" ADD CONSTRAINT "company_id_primary_user_id_fkey" FOREIGN KEY ("id", "primary_user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile" ADD CONSTRAINT "profile_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client" ADD CONSTRAINT "client_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client" ADD CONSTRAINT "client_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site" ADD CONSTRAINT "site_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site" ADD CONSTRAINT "site_company_id_client_id_fkey" FOREIGN KEY ("company_id", "client_id") REFERENCES "client"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site" ADD CONSTRAINT "site_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site" ADD CONSTRAINT "site_company_id_manager_id_fkey" FOREIGN KEY ("company_id", "manager_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "site" ADD CONSTRAINT "site_risk_id_fkey" FOREIGN KEY ("risk_id") REFERENCES "risk"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone_type" ADD CONSTRAINT "zone_type_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone_type" ADD CONSTRAINT "zone_type_risk_id_fkey" FOREIGN KEY ("risk_id") REFERENCES "risk"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone_type_asset_type" ADD CONSTRAINT "zone_type_asset_type_company_id_zone_type_id_fkey" FOREIGN KEY ("company_id", "zone_type_id") REFERENCES "zone_type"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone_type_asset_type" ADD CONSTRAINT "zone_type_asset_type_company_id_asset_type_id_fkey" FOREIGN KEY ("company_id", "asset_type_id") REFERENCES "asset_type"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone" ADD CONSTRAINT "zone_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone" ADD CONSTRAINT "zone_company_id_site_id_fkey" FOREIGN KEY ("company_id", "site_id") REFERENCES "site"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone" ADD CONSTRAINT "zone_company_id_type_id_fkey" FOREIGN KEY ("company_id", "type_id") REFERENCES "zone_type"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone" ADD CONSTRAINT "zone_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checklist" ADD CONSTRAINT "checklist_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checklist_check" ADD CONSTRAINT "checklist_check_company_id_checklist_id_fkey" FOREIGN KEY ("company_id", "checklist_id") REFERENCES "checklist"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_type" ADD CONSTRAINT "asset_type_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_type" ADD CONSTRAINT "asset_type_company_id_checklist_id_fkey" FOREIGN KEY ("company_id", "checklist_id") REFERENCES "checklist"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "asset_type" ADD CONSTRAINT "asset_type_risk_id_fkey" FOREIGN KEY ("risk_id") REFERENCES "risk"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_company_id_zone_id_fkey" FOREIGN KEY ("company_id", "zone_id") REFERENCES "zone"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_company_id_type_id_fkey" FOREIGN KEY ("company_id", "type_id") REFERENCES "asset_type"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_risk_id_fkey" FOREIGN KEY ("risk_id") REFERENCES "risk"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_company_id_asset_id_fkey" FOREIGN KEY ("company_id", "asset_id") REFERENCES "asset"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_type" ADD CONSTRAINT "job_type_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_company_id_site_id_fkey" FOREIGN KEY ("company_id", "site_id") REFERENCES "site"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_company_id_type_id_fkey" FOREIGN KEY ("company_id", "type_id") REFERENCES "job_type"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_company_id_technician_id_fkey" FOREIGN KEY ("company_id", "technician_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_company_id_closed_by_id_fkey" FOREIGN KEY ("company_id", "closed_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "job_zone" ADD CONSTRAINT "job_zone_company_id_job_id_fkey" FOREIGN KEY ("company_id", "job_id") REFERENCES "job"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_zone" ADD CONSTRAINT "job_zone_company_id_zone_id_fkey" FOREIGN KEY ("company_id", "zone_id") REFERENCES "zone"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_job_id_fkey" FOREIGN KEY ("company_id", "job_id") REFERENCES "job"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_asset_id_fkey" FOREIGN KEY ("company_id", "asset_id") REFERENCES "asset"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_company_id_asset_id_fkey" FOREIGN KEY ("company_id", "asset_id") REFERENCES "asset"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_company_id_job_id_fkey" FOREIGN KEY ("company_id", "job_id") REFERENCES "job"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_company_id_inspector_id_fkey" FOREIGN KEY ("company_id", "inspector_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_oauth_client_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "oauth_client"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Search
CREATE INDEX "app_user_search_idx" ON "app_user" USING gin ("company_id", "search_text" gin_trgm_ops);
CREATE INDEX "client_search_idx" ON "client" USING gin ("company_id", "search_text" gin_trgm_ops);
CREATE INDEX "site_search_idx" ON "site" USING gin ("company_id", "name" gin_trgm_ops);
CREATE INDEX "zone_type_search_idx" ON "zone_type" USING gin ("company_id", "description" gin_trgm_ops);
CREATE INDEX "zone_search_idx" ON "zone" USING gin ("company_id", "name" gin_trgm_ops);
CREATE INDEX "asset_type_search_idx" ON "asset_type" USING gin ("company_id", "name" gin_trgm_ops);
CREATE INDEX "asset_search_idx" ON "asset" USING gin ("company_id", "search_text" gin_trgm_ops);
CREATE INDEX "barcode_search_idx" ON "barcode" USING gin ("company_id", "data" gin_trgm_ops);
CREATE INDEX "job_type_search_idx" ON "job_type" USING gin ("company_id", "description" gin_trgm_ops);
CREATE INDEX "job_search_idx" ON "job" USING gin ("company_id", "search_text" gin_trgm_ops);

-- The rows that counts and filters ask for among many, or without reading them
CREATE INDEX "asset_live_idx" ON "asset" ("company_id", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "asset_due_idx" ON "asset" ("company_id", "next_inspection", "id") WHERE "decommissioned_at" IS NULL AND "deleted_at" IS NULL;
CREATE INDEX "asset_defective_idx" ON "asset" ("company_id", "zone_id") WHERE "defective" AND "decommissioned_at" IS NULL AND "deleted_at" IS NULL;
CREATE INDEX "job_open_idx" ON "job" ("company_id", "site_id") WHERE "status" IN ('scheduled', 'in_progress', 'paused') AND "deleted_at" IS NULL;

-- What no row may break, whoever writes it
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_email_check" CHECK ("email" = lower("email"));
ALTER TABLE "site" ADD CONSTRAINT "site_failure_threshold_check" CHECK ("failure_threshold" >= 1);
ALTER TABLE "zone" ADD CONSTRAINT "zone_size_check" CHECK ("size" >= 0);
ALTER TABLE "asset" ADD CONSTRAINT "asset_code_check" CHECK ("code" = btrim("code") AND "code" <> '');
ALTER TABLE "asset_type" ADD CONSTRAINT "asset_type_interval_check" CHECK ("inspection_interval_days" > 0);
ALTER TABLE "job_type" ADD CONSTRAINT "job_type_pass_percentage_check" CHECK ("pass_percentage" BETWEEN 0 AND 100);
ALTER TABLE "job" ADD CONSTRAINT "job_schedule_check" CHECK ("scheduled_end" > "scheduled_start");
ALTER TABLE "job" ADD CONSTRAINT "job_working_check" CHECK (("working_since" IS NOT NULL) = ("status" = 'in_progress'));
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_score_check" CHECK ("score" BETWEEN 0 AND 100);
ALTER TABLE "document" ADD CONSTRAINT "document_owner_check" CHECK (num_nonnulls("job_id", "asset_id") = 1);

-- The four risks
INSERT INTO "risk" ("id", "uuid", "level", "value") VALUES
  (1, '01890000-0000-7000-8000-000000000001', 'Critical', 1),
  (2, '01890000-0000-7000-8000-000000000002', 'High', 2),
  (3, '01890000-0000-7000-8000-000000000003', 'Medium', 3),
  (4, '01890000-0000-7000-8000-000000000004', 'Low', 4);
