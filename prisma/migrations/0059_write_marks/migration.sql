-- What a write says about itself, for devices: docs/decisions/chosen-ids.md. The service sends it with the actor (see 0016_audit).
LOCK TABLE "audit_entry", "state_change" IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "conflict" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "key_hash" TEXT;

-- AlterTable
ALTER TABLE "state_change" ADD COLUMN     "key_hash" TEXT;

-- The triggers do not name these columns: the defaults read the setting of the transaction.
ALTER TABLE "audit_entry"
    ALTER COLUMN "conflict" SET DEFAULT coalesce((nullif(current_setting('app.actor', true), '')::jsonb ->> 'conflict')::boolean, false),
    ALTER COLUMN "key_hash" SET DEFAULT nullif(current_setting('app.actor', true), '')::jsonb ->> 'key';
ALTER TABLE "state_change"
    ALTER COLUMN "key_hash" SET DEFAULT nullif(current_setting('app.actor', true), '')::jsonb ->> 'key';
