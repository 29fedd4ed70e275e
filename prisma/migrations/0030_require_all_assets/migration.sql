-- Jobs of a type that can only be completed when all their assets are inspected.
ALTER TABLE "job_type" ADD COLUMN     "require_all_assets" BOOLEAN NOT NULL DEFAULT false;

-- The audit log records the new column: see 0016_audit.
SELECT audit_table('job_type', 'JobType', '{
    "name": "r.description", "passPercentage": "r.pass_percentage", "active": "r.active",
    "requiresSignature": "r.requires_signature", "singleInspection": "r.single_inspection",
    "requireAllAssets": "r.require_all_assets", "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
