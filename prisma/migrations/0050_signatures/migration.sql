-- Signatures: a PNG document of the job, and a hash that binds it to the job, its completion and the name of the person.
-- Older instances: adds constraint document.document_signature_check: they write no signatures.
LOCK TABLE "job", "document" IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "document" ADD COLUMN     "signature" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "signature_sha256" BYTEA;

ALTER TABLE "document" ADD CONSTRAINT "document_signature_check" CHECK (NOT "signature" OR "job_id" IS NOT NULL);

-- The audit log: see 0016_audit.
SELECT audit_table('job', 'Job', '{
    "number": "r.number", "siteId": "r.site_id", "typeId": "r.type_id", "technicianId": "r.technician_id",
    "createdById": "r.user_id", "status": "r.status", "scheduledStart": "r.scheduled_start",
    "scheduledEnd": "r.scheduled_end", "startedAt": "r.started_at", "completedAt": "r.completed_at",
    "cancelledAt": "r.cancelled_at", "closedById": "r.closed_by_id", "workedSeconds": "r.worked_seconds",
    "workingSince": "r.working_since", "allowEarlyClosure": "r.allow_early_closure",
    "specialInstructions": "r.special_instructions", "reference": "r.reference",
    "requiresSignature": "r.requires_signature", "signatureName": "r.signature_name",
    "signature": "encode(r.signature_sha256, ''hex'')", "syncedAt": "r.synced_at",
    "removedAt": "r.deleted_at", "removedById": "r.deleted_by_id"
}', removable => true);
SELECT audit_table('document', 'Document', '{
    "jobId": "r.job_id", "assetId": "r.asset_id", "siteId": "r.site_id", "clientId": "r.client_id",
    "inspectionId": "r.inspection_id", "questionId": "r.question_id", "findingId": "r.finding_id", "userId": "r.of_user_id",
    "ofCompany": "r.of_company", "picture": "r.picture", "signature": "r.signature",
    "name": "r.name", "contentType": "r.content_type", "size": "r.size",
    "sha256": "encode(r.sha256, ''hex'')", "width": "r.width", "height": "r.height", "takenAt": "r.taken_at",
    "latitude": "r.latitude", "longitude": "r.longitude", "createdById": "r.user_id", "removedAt": "r.deleted_at",
    "removedById": "r.deleted_by_id"
}', removable => true);
