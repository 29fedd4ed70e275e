-- Older instances: builds index document_*_idx: writers of documents wait, 20 s for a million; the changelog says how to build them before.
-- Older instances: builds index checklist_company_id_sorted_name_id_idx: a company has few checklists.
LOCK TABLE "checklist", "document" IN SHARE MODE;

-- As in 0022_search_keys. Without it, a search by name reads all documents of the company: 0.4 s for 100,000.
CREATE INDEX IF NOT EXISTS "document_key_idx" ON "document" USING gin ("company_id", search_key("name") gin_trgm_ops);

-- Names in the order of ICU, as in 0008_names_and_orders. The columns keep their collation, because a statement that an older instance has
-- prepared fails after the type of a column in its result has changed.
CREATE INDEX IF NOT EXISTS "document_company_id_sorted_name_id_idx" ON "document" ("company_id", "name" COLLATE "und-x-icu", "id");
CREATE INDEX IF NOT EXISTS "checklist_company_id_sorted_name_id_idx" ON "checklist" ("company_id", "name" COLLATE "und-x-icu", "id");
