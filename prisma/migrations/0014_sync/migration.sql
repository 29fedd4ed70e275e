-- Lists by the time of the last change, for clients that keep a copy. Inspections and documents never change after their
-- creation.
-- CreateIndex
CREATE INDEX "app_user_company_id_updated_at_id_idx" ON "app_user"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "asset_company_id_updated_at_id_idx" ON "asset"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "asset_type_company_id_updated_at_id_idx" ON "asset_type"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "barcode_company_id_updated_at_id_idx" ON "barcode"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "client_company_id_updated_at_id_idx" ON "client"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "document_company_id_created_at_id_idx" ON "document"("company_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "inspection_company_id_created_at_id_idx" ON "inspection"("company_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "job_company_id_updated_at_id_idx" ON "job"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "job_type_company_id_updated_at_id_idx" ON "job_type"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "site_company_id_updated_at_id_idx" ON "site"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "zone_company_id_updated_at_id_idx" ON "zone"("company_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "zone_type_company_id_updated_at_id_idx" ON "zone_type"("company_id", "updated_at", "id");

