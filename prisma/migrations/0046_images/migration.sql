-- Images: their size, when and where they were taken, and smaller copies of them. An older instance uploads images without these
-- values.
LOCK TABLE "company", "document" IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "company" ADD COLUMN     "photo_positions" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "document" ADD COLUMN     "height" INTEGER,
ADD COLUMN     "latitude" DOUBLE PRECISION,
ADD COLUMN     "longitude" DOUBLE PRECISION,
ADD COLUMN     "taken_at" TIMESTAMPTZ(3),
ADD COLUMN     "width" INTEGER;

-- CreateTable
CREATE TABLE "document_thumbnail" (
    "company_id" INTEGER NOT NULL,
    "document_id" INTEGER NOT NULL,
    "size" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "content" BYTEA,

    CONSTRAINT "document_thumbnail_pkey" PRIMARY KEY ("company_id","document_id","size","format")
);

-- AddForeignKey
ALTER TABLE "document_thumbnail" ADD CONSTRAINT "document_thumbnail_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "document_thumbnail" ADD CONSTRAINT "document_thumbnail_company_id_document_id_fkey" FOREIGN KEY ("company_id", "document_id") REFERENCES "document"("company_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Row-level security: see 0011_row_level_security.
ALTER TABLE "document_thumbnail" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "company" ON "document_thumbnail"
  USING ("company_id" = nullif(current_setting('app.company_id', true), '')::int);

-- Plans for a large company: see 0002_company_estimates.
ALTER TABLE "document_thumbnail" ALTER COLUMN "company_id" SET (n_distinct = 10);

-- Images are compressed already.
ALTER TABLE "document_thumbnail" ALTER COLUMN "content" SET STORAGE EXTERNAL;

-- The audit log: see 0016_audit.
SELECT audit_table('document', 'Document', '{
    "jobId": "r.job_id", "assetId": "r.asset_id", "siteId": "r.site_id", "clientId": "r.client_id",
    "inspectionId": "r.inspection_id", "questionId": "r.question_id", "findingId": "r.finding_id", "userId": "r.of_user_id",
    "ofCompany": "r.of_company", "picture": "r.picture",
    "name": "r.name", "contentType": "r.content_type", "size": "r.size",
    "sha256": "encode(r.sha256, ''hex'')", "width": "r.width", "height": "r.height", "takenAt": "r.taken_at",
    "latitude": "r.latitude", "longitude": "r.longitude", "createdById": "r.user_id", "removedAt": "r.deleted_at",
    "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('company', 'Company', '{
    "name": "r.name", "primaryUserId": "r.primary_user_id", "logo": "r.logo",
    "registrationNumber": "r.registration_number", "vatNumber": "r.vat_number", "industryId": "r.industry_id",
    "regionId": "r.region_id", "allowExternalBarcodes": "r.allow_external_barcodes", "barcodeFormat": "r.barcode_format",
    "assetpoolBranchId": "r.assetpool_branch_id", "manualInspectionClosure": "r.manual_inspection_closure",
    "photoPositions": "r.photo_positions",
    "salesRepId": "r.sales_rep_id", "appName": "r.app_name", "fromEmail": "r.from_email",
    "fromEmailName": "r.from_email_name", "appEmailLogo": "r.app_email_logo",
    "whiteLabelEnabled": "r.white_label_enabled", "frontendUrl": "r.frontend_url", "demo": "r.demo",
    "documentQuotaMegabytes": "r.document_quota_megabytes", "removedAt": "r.deleted_at"
}', company => 'r.id', removable => true);
