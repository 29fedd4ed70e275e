-- Who removed a record.
-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "asset" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "asset_type" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "barcode" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "client" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "job_type" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "site" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "zone" ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "zone_type" ADD COLUMN     "deleted_by_id" INTEGER;

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "client" ADD CONSTRAINT "client_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "site" ADD CONSTRAINT "site_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "zone_type" ADD CONSTRAINT "zone_type_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "zone" ADD CONSTRAINT "zone_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "asset_type" ADD CONSTRAINT "asset_type_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "job_type" ADD CONSTRAINT "job_type_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_company_id_deleted_by_id_fkey" FOREIGN KEY ("company_id", "deleted_by_id") REFERENCES "app_user"("company_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;


-- Lists of removed records: few of the large tables' rows.
CREATE INDEX "asset_removed_idx" ON "asset" ("company_id", "id") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "job_removed_idx" ON "job" ("company_id", "id") WHERE "deleted_at" IS NOT NULL;
