import type { ModelName } from '../../db/read/model.js'
import { findRules } from '../../db/read/models.js'
import { rulesOf } from '../../domain/model/models.js'

/*
 * The prices of what a query reads. docs/decisions/limits.md has this table, with the measurements behind it; a test
 * compares the two. Every price is multiplied by the number of parents.
 */

/** A field in the response, even if its value is null. */
export const FIELD = 1

/** A record: each record of a full page, and each record that a to-one relation leads to. */
export const RECORD = 3

/** A row that a bulk mutation writes. */
export const ROW = 100

/** A page of a connection, however many records it has. */
export const PAGE = 5

/** A derived field that looks up a record, such as `User.role`. */
export const LOOKUP = 10

/** A derived field that counts records: `many` for an asset type or the company, `few` for any other record. */
export const COUNT_FIELD = { many: 500, few: 50 } as const

/** `__schema`, whose response is 200 kB long. */
export const SCHEMA = 5000

/**
 * One read of a whole list. The prices `large`, `medium` and `small` are for root lists, by the type of their records.
 */
export const LIST = {
  /** Assets, barcodes, inspections and audit entries. */
  large: 2000,
  /** Jobs, zones, findings and documents. */
  medium: 400,
  /** All others. */
  small: 40,
  /**
   * The price of a list under the company or a type (such as `AssetType`), as a fraction of the price of the root list.
   */
  shareOfType: 1 / 4,
  /** A list under any other record. */
  nested: 50,
} as const

/** The price of each way to use a list, as a number of reads of the whole list. */
export const READS = {
  totalCount: 1,
  /**
   * A sort, which PostgreSQL needs if no index has the order: in a root list or `history`, an order by several fields
   * or by a field that is not a column; in any other nested list, an order by anything except `ID`.
   */
  sort: 1,
  /** A search for at least five characters, which uses an index. */
  search: 1,
  /** A search for fewer characters. */
  shortSearch: 4,
  /** A condition on a count, such as `failing`. */
  countCondition: 20,
  /** Any other condition. */
  condition: 1 / 10,
  /**
   * Statistics: `group` for the groups and their measures, `groupKey` for each key of `groupBy`, `bucket` for a bucket.
   */
  group: 1,
  groupKey: 1,
  bucket: 3,
} as const

/**
 * The price of the groups that a bucket adds for periods without records: at most 1,000 without keys, 10,000 with keys.
 */
export const EMPTY_GROUPS = { withoutKeys: 400, withKeys: 4000 } as const

/** One value in a list of a filter, such as an id in `siteIds`. */
export const FILTER_VALUE = 1

/** `offset` costs one unit for each `recordsPerUnit` skipped records, at most `maxReads` reads of the whole list. */
export const OFFSET = { recordsPerUnit: 10, maxReads: 5 } as const

/** The price of one read of a whole list: of all of the company's records, or of those under a parent of this type. */
export function listPrice(model: ModelName, parent: string | undefined): number {
  const { size, about } = rulesOf(model)
  if (parent === undefined) return LIST[size]
  const isLarge = findRules(parent)?.hasLargeLists && !about
  return isLarge ? LIST[size] * LIST.shareOfType : LIST.nested
}

/** The price of one read of all records that statistics cover. */
export const groupedPrice = (model: ModelName, parent: string | undefined): number =>
  parent === undefined || parent === 'Company' ? LIST[rulesOf(model).size] : LIST.nested

/** What the value of a field costs in addition to `FIELD`: nothing for a column. */
export function derivedPrice(model: ModelName, field: string): number {
  const { derived, hasLargeCounts } = rulesOf(model)
  const reads = derived?.[field]?.reads
  const count = COUNT_FIELD[hasLargeCounts ? 'many' : 'few']
  return reads === undefined ? 0 : { lookup: LOOKUP, count }[reads]
}
