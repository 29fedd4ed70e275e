import { assetStatusIsOneOf } from '../../db/read/derived.js'
import type { Condition, ConditionScope } from '../../db/read/page.js'
import type { RecordKey } from '../domain.js'
import { is, isOneOf, isWithin, likePattern } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { isAmong, refersTo } from '../listing/references.js'
import { containsGrams, type ContainsSql } from '../listing/text-grams.js'
import { hasRisk } from '../risk/risk.js'

/** The first of decommissioned, defective, overdue and ok that applies. */
export type AssetStatus = 'ok' | 'defective' | 'overdue' | 'decommissioned'

export type AssetFilter = FilterOf<typeof assetListing>

/**
 * A text from which PostgreSQL extracts a trigram: three letters or digits, two before a gap, or one after a gap. A
 * shorter text matches so many assets that reading them in the order of the page finds a page soon.
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
    // In a subquery, so that PostgreSQL plans for any text, once.
    const anyPattern = `(select ${pattern})`
    return `(${scope.column('searchText')} ilike ${anyPattern} or exists (select from barcode b
      where b.company_id = ${scope.company} and b.asset_id = ${scope.column('id')} and b.data ilike ${anyPattern}))`
  }

/**
 * `union all`, because an `or` across two tables uses no index. `any(array(…))`, because PostgreSQL then uses the indexes
 * first, whatever it estimates; otherwise it may read the assets in the order of the page and check each one.
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
    search: contains,
    codes: (codes: readonly string[]) => isOneOf('Asset', 'code', 'text', codes),
    typeIds: refersTo('typeId', 'AssetType'),
    zoneIds: refersTo('zoneId', 'Zone'),
    siteIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
        `${scope.column('zoneId')} in (select z.id from zone z
        where z.company_id = ${scope.company} and z.site_id ${isAmong(scope, 'Site', keys)})`,
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
    checklistIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
        `${scope.column('typeId')} in (select y.id from asset_type y
        where y.company_id = ${scope.company} and y.checklist_id ${isAmong(scope, 'Checklist', keys)})`,
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
