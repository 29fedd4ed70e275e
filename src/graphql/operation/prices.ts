import type { ModelName } from '../../db/read/model.js'

/*
 * The prices of what a query reads. docs/decisions/limits.md has this table, with the measurements behind it; a test
 * compares the two. Every price is multiplied by the number of parents.
 */

/** A field in the response, also a `null`. */
export const FIELD = 1

/** A record: each one on a full page, and each one that a relation leads to. */
export const RECORD = 3

/** A row that a bulk mutation writes. */
export const ROW = 100

/** A page of a connection, however many records it has. */
export const PAGE = 5

/** A derived field that looks up a record, such as `User.role`. */
export const LOOKUP = 10

/** A derived field that counts records: of an asset type or of the company, and of any other record. */
export const COUNT_FIELD = { many: 500, few: 50 } as const

/** `__schema`, whose answer has 200 kB. */
export const SCHEMA = 5000

/** A read of the whole list of a connection: a root one, by its records, and a nested one. */
export const LIST = {
  /** Assets, barcodes, inspections and audit entries. */
  large: 2000,
  /** Jobs, zones and documents. */
  medium: 400,
  /** All others. */
  small: 40,
  /** A list of a type or of the company: this share of the root list. */
  shareOfType: 1 / 4,
  /** A list of any other record. */
  nested: 50,
} as const

/** How often these read the whole list, or as much of it as takes the same time. */
export const READS = {
  totalCount: 1,
  /** An order that no index has: one of several fields, and in a nested list any but `ID`. */
  sort: 1,
  /** A search for at least five characters, which an index finds. */
  search: 1,
  /** A search for fewer characters. */
  shortSearch: 4,
  /** A condition on a count, such as `failing`. */
  countCondition: 20,
  /** Any other condition. */
  condition: 1 / 10,
  /** Statistics: the groups and their measures; each key of `groupBy`; the bucket. */
  group: 1,
  groupKey: 1,
  bucket: 3,
} as const

/** The groups that a bucket adds for periods without records: at most 1,000 without keys, and 10,000 with keys. */
export const EMPTY_GROUPS = { withoutKeys: 400, withKeys: 4000 } as const

/** One value in a list of a filter, such as an id in `siteIds`. */
export const FILTER_VALUE = 1

/** The records that `offset` skips at the price of one unit. The list is at most read `maxReads` times. */
export const OFFSET = { recordsPerUnit: 10, maxReads: 5 } as const

const sizes: Partial<Record<ModelName, 'large' | 'medium'>> = {
  Asset: 'large',
  AuditEntry: 'large',
  Barcode: 'large',
  Inspection: 'large',
  Job: 'medium',
  Zone: 'medium',
  Document: 'medium',
}

/** Records that have a share of all records of the company, not a few. */
const types: readonly string[] = [
  'AssetType',
  'Checklist',
  'Company',
  'JobType',
  'Risk',
  'ZoneType',
]

/** The price of one read of a whole list: of the company's records, or of those of a parent of a type. */
export function listPrice(model: ModelName, parent: string | undefined): number {
  const all = LIST[sizes[model] ?? 'small']
  if (parent === undefined) return all
  return types.includes(parent) && model !== 'AuditEntry' ? all * LIST.shareOfType : LIST.nested
}

/** The price of one read of all records that statistics cover. */
export const groupedPrice = (model: ModelName, parent: string | undefined): number =>
  parent === undefined || parent === 'Company' ? LIST[sizes[model] ?? 'small'] : LIST.nested

/** The price of a derived field of a model that counts records. */
export const countFieldPrice = (model: ModelName): number =>
  COUNT_FIELD[model === 'AssetType' || model === 'Company' ? 'many' : 'few']
