import { pagePrice, type PagePrice, type PricedPage } from './page-price.js'
import { EMPTY_GROUPS, PAGE, READS } from './prices.js'
import type { StatisticsArguments } from './statistics.js'

/**
 * The price of a field with statistics, for one parent. `totalCount` is free: the statement that reads groups counts
 * them.
 */
export function groupsPrice(
  list: PricedPage,
  { filter, groupBy, bucket }: StatisticsArguments,
): PagePrice {
  const filtered = pagePrice(list, { filter: filter ?? null }).page - PAGE
  const keys = new Set(groupBy).size
  const reads = READS.group + keys * READS.groupKey + (bucket ? READS.bucket : 0)
  const added = bucket ? EMPTY_GROUPS[keys > 0 ? 'withKeys' : 'withoutKeys'] : 0
  return { page: Math.ceil(PAGE + filtered + added + list.price * reads), count: 0 }
}
