import type { AggregateRequest, GroupOrder } from '../../db/read/aggregate.js'
import type { Bucket } from '../../db/read/period.js'
import { statisticsOf } from '../../db/read/models.js'
import type { DateTimeRange } from '../../domain/listing/conditions.js'
import { conditionsOf } from '../../domain/listing/listing.js'
import type { StatisticsName } from '../../domain/model/models.js'
import { badInput } from '../errors.js'
import type { PageArguments } from './page.js'
import { pagePrice, type PagePrice, type PricedPage } from './page-price.js'
import { EMPTY_GROUPS, PAGE, READS } from './prices.js'

/** The number of groups if `first` is absent. */
export const DEFAULT_GROUPS = 20
export const MAX_GROUPS = 1000

/** The maximum number of keys in `groupBy`. */
export const MAX_KEYS = 3

/** The arguments of every field with statistics. */
export interface StatisticsArguments extends Pick<PageArguments, 'first' | 'filter'> {
  readonly groupBy?: readonly string[] | null
  readonly bucket?: Pick<Bucket, 'field' | 'unit' | 'timezone'> | null
  readonly orderBy?: readonly GroupOrder[] | null
}

/** The statistics that a field selects, parsed from its arguments. */
export interface StatisticsSpec {
  readonly kind: 'statistics'
  /** The maximum number of groups. */
  readonly size: number
  readonly price: PagePrice
  readonly request: AggregateRequest
}

/** An IANA time zone with a region, or UTC. Excludes names such as `EST`, which PostgreSQL reads as a fixed offset. */
const REGION = /^(UTC|[a-z]+(\/[a-z0-9_+-]+)+)$/i

/** Checks the arguments of a field with statistics. */
export function parseStatistics(
  list: PricedPage,
  model: StatisticsName,
  args: StatisticsArguments,
): StatisticsSpec {
  const { first, filter, bucket, orderBy } = args
  const size = first ?? DEFAULT_GROUPS
  if (size < 0 || size > MAX_GROUPS)
    throw badInput(`first must be from 0 to ${MAX_GROUPS}.`, 'first')
  const groupBy = [...new Set(args.groupBy)]
  if (groupBy.length > MAX_KEYS) throw badInput(`At most ${MAX_KEYS} keys are allowed.`, 'groupBy')
  if (bucket && !REGION.test(bucket.timezone)) throw unknownTimezone()
  const order = orderBy ?? []
  const { measures } = statisticsOf(model)
  for (const { field } of order) {
    if (field in measures || groupBy.includes(field) || (field === 'bucket' && bucket)) continue
    throw badInput(
      'A key in orderBy must also be in groupBy; BUCKET requires the argument bucket.',
      'orderBy',
    )
  }
  const { removed, ...conditions } = filter ?? {}
  const where = conditionsOf(list.listing, conditions)
  const range = bucket && rangeOf(model, bucket.field, conditions)
  return {
    kind: 'statistics',
    size,
    price: groupsPrice(list, args),
    request: {
      where,
      groupBy,
      order,
      // At least 1, even if `first` is 0, because the number of all groups is a column of the returned rows.
      limit: Math.max(1, size),
      ...(removed && { removed }),
      ...(bucket && { bucket: { ...bucket, ...range } }),
    },
  }
}

/**
 * The price of a field with statistics, for one parent. `totalCount` is free: the statement that reads groups counts
 * them.
 */
function groupsPrice(
  list: PricedPage,
  { filter, groupBy, bucket }: StatisticsArguments,
): PagePrice {
  const filtered = pagePrice(list, { filter: filter ?? null }).page - PAGE
  const keys = new Set(groupBy).size
  const reads = READS.group + keys * READS.groupKey + (bucket ? READS.bucket : 0)
  const added = bucket ? EMPTY_GROUPS[keys > 0 ? 'withKeys' : 'withoutKeys'] : 0
  return { page: Math.ceil(PAGE + filtered + added + list.price * reads), count: 0 }
}

/** The error for a time zone that Node or PostgreSQL does not know. */
export const unknownTimezone = () =>
  badInput(
    'An IANA time zone with its region, such as Europe/London, or UTC is expected.',
    'bucket',
  )

/** The range of a time field in a filter. Conditions in `and`, `or` and `not` are ignored. */
function rangeOf(model: StatisticsName, time: string, filter: object): DateTimeRange | undefined {
  const conditions = filter as Readonly<Record<string, DateTimeRange | null | undefined>>
  return conditions[time] ?? conditions[statisticsOf(model).times[time] ?? ''] ?? undefined
}
