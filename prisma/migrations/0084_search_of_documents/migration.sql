-- Older instances: builds index document_key_idx: writers of documents wait, 15 s for a million; the changelog says how to build it before.
-- As in 0022_search_keys. Without it, a search by name reads all documents of the company: 0.4 s for 100,000.
CREATE INDEX IF NOT EXISTS "document_key_idx" ON "document" USING gin ("company_id", search_key("name") gin_trgm_ops);
