import { assetStatusIsOneOf } from '../../db/read/derived.js'
import type { Condition, ConditionScope } from '../../db/read/page.js'
import type { RecordKey } from '../domain.js'
import { is, isOneOf, isWithin, likePattern } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { hasRelated, isAmong, refersTo } from '../listing/references.js'
import { containsGrams, type ContainsSql } from '../listing/text-grams.js'
import { hasRisk } from '../risk/risk.js'

/** The first of decommissioned, defective, overdue and ok that applies. */
export type AssetStatus = 'ok' | 'defective' | 'overdue' | 'decommissioned'

export type AssetFilter = FilterOf<typeof assetListing>

/**
 * Matches a text from which PostgreSQL can extract a trigram: three consecutive letters or digits, two followed by a separator, or one preceded by a separator. Any other text matches so many assets that reading them in the order of the page soon fills the page.
 */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

/** The asset's code, custom field values or barcode contain a text, case-insensitive. A blank text matches everything. */
const contains =
  (text: string): Condition =>
  (scope) => {
    const wanted = text.trim()
    if (wanted === '') return 'true'
    const grams = containsGrams(scope, text)
    if (grams) return isFoundByIndex(scope, grams)
    const pattern = scope.parameter(likePattern(wanted), 'text')
    if (HAS_TRIGRAM.test(wanted)) {
      return isFoundByIndex(
        scope,
        (alias, column) => `${alias}.company_id = ${scope.company} and ${column} ilike ${pattern}`,
      )
    }
    // In a subquery: the planner does not see the value, so that PostgreSQL can use one generic plan for every text.
    const anyPattern = `(select ${pattern})`
    return `(${scope.column('searchText')} ilike ${anyPattern} or exists (select from barcode b
      where b.company_id = ${scope.company} and b.asset_id = ${scope.column('id')} and b.data ilike ${anyPattern}))`
  }

/**
 * `union all`, because PostgreSQL uses no index for an `or` across two tables. `any(array(…))` makes it use the indexes
 * first; otherwise it may estimate that it is faster to read the assets in the order of the page and check each one.
 */
const isFoundByIndex = (
  scope: ConditionScope,
  containsText: ContainsSql,
) => `${scope.column('id')} = any(array(
  select s.id from asset s where ${containsText('s', 's.search_text')}
  union all
  select b.asset_id from barcode b where ${containsText('b', 'b.data')}))`

export const assetListing = {
  model: 'Asset',
  filters: {
    ids: refersTo('id', 'Asset'),
    search: contains,
    codes: (codes: readonly string[]) => isOneOf('Asset', 'code', 'text', codes),
    barcodes:
      (texts: readonly string[]): Condition =>
      ({ column, company, parameter }) =>
        `${column('id')} in (select b.asset_id from barcode b
          where b.company_id = ${company} and b.data = any(${parameter(texts, 'text[]')}))`,
    typeIds: refersTo('typeId', 'AssetType'),
    zoneIds: refersTo('zoneId', 'Zone'),
    siteIds: hasRelated('Asset', 'zone', refersTo('siteId', 'Site')),
    clientIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
        `${scope.column('zoneId')} in (select z.id from zone z
        join site s on s.company_id = ${scope.company} and s.id = z.site_id
        where z.company_id = ${scope.company} and s.client_id ${isAmong(scope, 'Client', keys)})`,
    riskLevels: hasRisk('Asset'),
    riskIds: (ids: readonly number[]) => isOneOf('Asset', 'riskId', 'int', ids),
    statuses: (statuses: readonly AssetStatus[]) => assetStatusIsOneOf(statuses),
    defective: is('Asset', 'defective'),
    overdue: is('Asset', 'overdue'),
    checklistIds: hasRelated('Asset', 'type', refersTo('checklistId', 'Checklist')),
    createdAt: isWithin('createdAt'),
    lastInspection: isWithin('lastInspection'),
    nextInspection: isWithin('nextInspection'),
  },
  orders: {
    id: 'int',
    code: 'text',
    riskId: 'int | null',
    createdAt: 'timestamptz',
    lastInspection: 'timestamptz | null',
    nextInspection: 'timestamptz | null',
  },
} satisfies AnyListing
