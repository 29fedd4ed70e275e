import { equalsOneOf } from '../../db/read/equals-one-of.js'
import { modelOf } from '../../db/read/model.js'
import type { Condition, ConditionScope } from '../../db/read/filter.js'
import { scopeOf } from '../../db/read/scope.js'
import type { RecordKey } from '../domain.js'
import {
  hasKeyLike,
  hiddenKey,
  is,
  isLike,
  isOneOf,
  isOneOfCodes,
  isWithin,
  likePattern,
  searchedText,
} from '../listing/conditions.js'
import { type AnyListing, byText, type FilterOf } from '../listing/listing.js'
import { hasRelated, isAmong, refersTo } from '../listing/references.js'
import { containsGrams, type ContainsSql } from '../listing/text-grams.js'
import { isLeftInJob } from '../job/job-assets.js'
import { hasRisk } from '../risk/risk.js'
import { ASSET_STATUSES, assetStatusIsOneOf } from './asset-status.js'
import { hasCustomFieldValue } from './has-custom-field-value.js'
import { isDueIn, isDueWithin, nearDueDate } from './due-date.js'

export type AssetFilter = FilterOf<typeof assetListing>

/**
 * Matches a text from which PostgreSQL can extract a trigram: three consecutive letters or digits, two followed by a
 * separator, or one preceded by a separator. So many assets contain any other text that a scan in page order soon fills
 * the page.
 */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

/**
 * SQL condition: the asset's code, its barcode, or the value of a custom field of its type contains a text, ignoring case
 * and accents. A blank text matches everything.
 */
export const assetContains =
  (text: string): Condition =>
  (scope) => {
    const wanted = searchedText(text)
    if (wanted === '') return 'true'
    const pattern = scope.parameter(likePattern(wanted), 'text')
    const key = hiddenKey(pattern)
    const hasTrigrams: ContainsSql = (alias, column) =>
      `${alias}.company_id = ${scope.company} and ${isLike(column, pattern)}`
    const byIndex =
      containsGrams(scope, text) ?? (HAS_TRIGRAM.test(wanted) ? hasTrigrams : undefined)
    if (byIndex) return isFoundByIndex(scope, byIndex, key)
    const own = `${hasKeyLike(scope.column('searchText'), key)} and ${isShown(scope, key)}`
    return `(${own} or exists (select 1 from barcode b
      where b.company_id = ${scope.company} and b.asset_id = ${scope.column('id')} and ${hasKeyLike('b.data', key)}))`
  }

/**
 * An asset keeps the value of a custom field that its type no longer has, also in `search_text`. This condition
 * excludes assets that match only in such a value.
 */
const isShown = ({ company, column }: Pick<ConditionScope, 'company' | 'column'>, key: string) =>
  `(${hasKeyLike(column('code'), key)} or exists (
    select 1 from asset_type y, jsonb_array_elements(y.custom_fields) field
    where y.company_id = ${company} and y.id = ${column('typeId')}
      and ${hasKeyLike(`(${column('metaData')} ->> (field ->> 'fieldId'))`, key)}))`

/**
 * `union all`, because PostgreSQL uses no index for an `or` across two tables. `any(array(…))` makes it use the indexes
 * first; otherwise it may estimate that it is faster to read the assets in the order of the page and check each one.
 */
const isFoundByIndex = (
  scope: ConditionScope,
  containsText: ContainsSql,
  key: string,
) => `${scope.column('id')} = any(array(
  select s.id from asset s where ${containsText('s', 's.search_text')} and ${isShown(scopeOf(modelOf('Asset'), 's', scope.company), key)}
  union all
  select b.asset_id from barcode b where ${containsText('b', 'b.data')}))`

export const assetListing = {
  model: 'Asset',
  filters: {
    ids: refersTo('id', 'Asset'),
    search: assetContains,
    codes: isOneOfCodes('Asset', 'code'),
    barcodes:
      (texts: readonly string[]): Condition =>
      ({ column, company, parameter }) =>
        `${column('id')} in (select b.asset_id from barcode b
          where b.company_id = ${company} and b.data ${equalsOneOf(
            texts.map((text) => text.normalize()),
            'text',
            parameter,
          )})`,
    typeIds: refersTo('typeId', 'AssetType'),
    zoneIds: refersTo('zoneId', 'Zone'),
    siteIds: hasRelated('Asset', 'zone', refersTo('siteId', 'Site')),
    clientIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
        `${scope.column('zoneId')} in (select z.id from zone z
        join site s on s.company_id = ${scope.company} and s.id = z.site_id
        where z.company_id = ${scope.company} and s.client_id ${isAmong(scope, 'Client', keys)})`,
    leftInJobIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) => {
        const job = { company: scope.company, job: 'j.id', site: 'j.site_id' }
        return `${scope.column('id')} in (select l.id from job j join asset l on l.company_id = ${scope.company}
          where j.company_id = ${scope.company} and j.id ${isAmong(scope, 'Job', keys)}
            and ${isLeftInJob('l', job)})`
      },
    riskLevels: hasRisk('Asset'),
    riskIds: (ids: readonly number[]) => isOneOf('Asset', 'riskId', 'int', ids),
    statuses: assetStatusIsOneOf,
    defective: is('Asset', 'defective'),
    overdue: is('Asset', 'overdue'),
    dueWithin: isDueWithin,
    neverInspected:
      (value: boolean): Condition =>
      ({ column }) =>
        `${column('lastInspection')} is ${value ? 'null' : 'not null'}`,
    checklistIds: hasRelated('Asset', 'type', refersTo('checklistId', 'Checklist')),
    customField: hasCustomFieldValue,
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
    lastInspectedAt: isWithin('lastInspection', 'lastInspectedAt'),
    nextInspectionDueAt: isDueIn,
  },
  orders: {
    id: 'int',
    code: 'text',
    type: byText('type.name'),
    zone: byText('zone.name'),
    site: byText('zone.site.name'),
    client: byText('zone.site.client.legalName'),
    status: { by: ['statusRank'], type: 'int', values: ASSET_STATUSES },
    riskId: 'int | null',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    lastInspectedAt: { by: ['lastInspection'], type: 'timestamptz | null' },
    nextInspectionDueAt: { by: ['nextInspection'], type: 'timestamptz | null', near: nearDueDate },
  },
} satisfies AnyListing
