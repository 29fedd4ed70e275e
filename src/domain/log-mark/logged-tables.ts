/*
 * Which changes of a table leave entries in the log. docs/decisions/kept-answers.md
 */

/** A table whose changes leave audit entries: the type of the records of these entries, and the columns that change without one. */
interface LoggedTable {
  readonly type: string
  readonly unlogged?: readonly string[]
}

/** A write may change this column without a change of another one. */
const UPDATED_AT = 'updated_at'

/**
 * The tables that a kept answer may have been read from. Others are not read from it: those without audit entries, such as the contents
 * of documents; `profile`, whose rows may have no values; and the log itself, from which old entries are deleted.
 */
export const loggedTables: Readonly<Record<string, LoggedTable>> = {
  app_user: { type: 'User', unlogged: ['password_hash', 'digested_at'] },
  asset: { type: 'Asset', unlogged: ['next_inspection'] },
  asset_type: { type: 'AssetType' },
  barcode: { type: 'Barcode' },
  checklist: { type: 'Checklist' },
  checklist_check: { type: 'Checklist' },
  // The rows are never changed.
  checklist_version: { type: 'Checklist' },
  client: { type: 'Client' },
  company: {
    type: 'Company',
    unlogged: ['job_number', 'asset_code_number', 'barcode_number', 'link_secret'],
  },
  document: { type: 'Document', unlogged: ['content', 'content_key'] },
  finding: { type: 'Finding' },
  inspection: { type: 'Inspection' },
  job: { type: 'Job' },
  job_type: { type: 'JobType' },
  job_zone: { type: 'Job' },
  membership: { type: 'User' },
  site: { type: 'Site' },
  zone: { type: 'Zone' },
  zone_type: { type: 'ZoneType' },
  zone_type_asset_type: { type: 'ZoneType' },
}

/** Columns that follow from records of another type: a write of these leaves the entry. */
export const followingColumns: Readonly<Record<string, string>> = { due_basis: 'Inspection' }

/** The table whose rows are read with each mark, because its changes leave no entries. It has four rows for all companies. */
export const RISKS = 'risk'

/** The table of the state changes, which are the other part of the log. */
export const STATE_CHANGES = 'state_change'

/** The columns of a table that change without an entry. */
export const unloggedColumns = (table: string): readonly string[] => [
  UPDATED_AT,
  ...(loggedTables[table]?.unlogged ?? []),
]
