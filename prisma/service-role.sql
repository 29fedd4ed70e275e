-- A database role for the service that is subject to row-level security. Run it as the owner of the tables, after the
-- migrations; running it again changes nothing. Set a password afterwards: ALTER ROLE field_inspection_service PASSWORD '…'.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'field_inspection_service') THEN
        CREATE ROLE field_inspection_service LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
    END IF;
END $$;

GRANT USAGE ON SCHEMA public TO field_inspection_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO field_inspection_service;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO field_inspection_service;

-- Tables of later migrations.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO field_inspection_service;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO field_inspection_service;

-- What all companies share is written by the owner alone.
REVOKE INSERT, UPDATE, DELETE ON risk, oauth_client, service_state, _prisma_migrations FROM field_inspection_service;
REVOKE INSERT, DELETE ON company FROM field_inspection_service;
-- Triggers and the ticker write the audit log and the state changes, as the owner.
REVOKE INSERT, UPDATE, DELETE ON audit_entry, audit_offset, audit_deletion, state_change, state_recheck FROM field_inspection_service;
