import { assetStatusIsOneOf } from '../../db/read/derived.js'
import type { Condition, ConditionScope } from '../../db/read/page.js'
import type { RecordKey } from '../domain.js'
import {
  type Contained,
  containedGrams,
  type DateTimeRange,
  hasRisk,
  is,
  isAmong,
  isOneOf,
  isWithin,
  likePattern,
  refersTo,
} from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'
import type { RiskLevel } from '../risk/risk.js'

/** The first that holds of decommissioned, defective, overdue, ok. */
export type AssetStatus = 'ok' | 'defective' | 'overdue' | 'decommissioned'

export interface AssetFilter {
  readonly search: string
  readonly codes: readonly string[]
  readonly typeIds: readonly RecordKey[]
  readonly zoneIds: readonly RecordKey[]
  readonly siteIds: readonly RecordKey[]
  readonly clientIds: readonly RecordKey[]
  readonly riskLevels: readonly RiskLevel[]
  readonly riskIds: readonly number[]
  readonly statuses: readonly AssetStatus[]
  readonly defective: boolean
  readonly overdue: boolean
  readonly checklistIds: readonly RecordKey[]
  readonly createdAt: DateTimeRange
  readonly lastInspection: DateTimeRange
  readonly nextInspection: DateTimeRange
}

/**
 * What an index of trigrams can look up: three letters or digits, two before a gap, or one after it. A shorter text is
 * likely found soon by who reads the assets in order.
 */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

/** Assets whose code, values or barcode contain a text, in any case. Blank finds everything. */
const contains =
  (text: string): Condition =>
  (scope) => {
    const wanted = text.trim()
    if (wanted === '') return 'true'
    const grams = containedGrams(scope, text)
    if (grams) return isFound(scope, grams)
    const pattern = scope.parameter(likePattern(wanted), 'text')
    if (HAS_TRIGRAM.test(wanted)) {
      return isFound(
        scope,
        (record, column) =>
          `${record}.company_id = ${scope.company} and ${column} ilike ${pattern}`,
      )
    }
    // Asked for as a query, so that PostgreSQL plans for any text, once: it is found early or not at all.
    const any = `(select ${pattern})`
    return `(${scope.column('searchText')} ilike ${any} or exists (select from barcode b
      where b.company_id = ${scope.company} and b.asset_id = ${scope.column('id')} and b.data ilike ${any}))`
  }

/**
 * Two indexes, each asked alone: an `or` across two tables could use neither. As an array, so that PostgreSQL looks them
 * up first, whatever it expects: it would else hope to come across them in the order of the page.
 */
const isFound = (scope: ConditionScope, contained: Contained) => `${scope.column('id')} = any(array(
  select s.id from asset s where ${contained('s', 's.search_text')}
  union all
  select b.asset_id from barcode b where ${contained('b', 'b.data')}))`

export const assetListing: Listing<AssetFilter> = {
  model: 'Asset',
  filters: {
    search: contains,
    codes: isOneOf('Asset', 'code', 'text'),
    typeIds: refersTo('typeId', 'AssetType'),
    zoneIds: refersTo('zoneId', 'Zone'),
    siteIds: (keys) => (scope) =>
      `${scope.column('zoneId')} in (select z.id from zone z
        where z.company_id = ${scope.company} and z.site_id ${isAmong(scope, 'Site', keys)})`,
    clientIds: (keys) => (scope) =>
      `${scope.column('zoneId')} in (select z.id from zone z
        join site s on s.company_id = ${scope.company} and s.id = z.site_id
        where z.company_id = ${scope.company} and s.client_id ${isAmong(scope, 'Client', keys)})`,
    riskLevels: hasRisk(),
    riskIds: isOneOf('Asset', 'riskId', 'int'),
    statuses: assetStatusIsOneOf,
    defective: is('Asset', 'defective'),
    overdue: is('Asset', 'overdue'),
    checklistIds: (keys) => (scope) =>
      `${scope.column('typeId')} in (select y.id from asset_type y
        where y.company_id = ${scope.company} and y.checklist_id ${isAmong(scope, 'Checklist', keys)})`,
    createdAt: isWithin('createdAt'),
    lastInspection: isWithin('lastInspection'),
    nextInspection: isWithin('nextInspection'),
  },
  orders: {
    id: { type: 'int' },
    code: { type: 'text' },
    riskId: { type: 'int', nullable: true },
    createdAt: { type: 'timestamptz' },
    lastInspection: { type: 'timestamptz', nullable: true },
    nextInspection: { type: 'timestamptz', nullable: true },
  },
}
