import type { CountRequest } from '../../db/read/filter.js'
import { conditionsOf } from '../../domain/listing/listing.js'
import type { PageArguments } from './page.js'
import { type PagePrice, pagePrice, type PricedPage } from './page-price.js'
import { PAGE, READS } from './prices.js'

/** The records whose figures a field selects. */
export interface FiguresSpec {
  readonly kind: 'figures'
  /** The figures are one value, whatever they contain. */
  readonly size: 1
  readonly price: PagePrice
  readonly request: CountRequest
}

/** Parses the arguments of a field with figures. All records that the filter selects are read once. */
export function parseFigures(
  list: PricedPage,
  { filter }: Pick<PageArguments, 'filter'>,
): FiguresSpec {
  const { removed, ...conditions } = filter ?? {}
  const where = conditionsOf(list.listing, conditions)
  const filtered = pagePrice(list, { filter: filter ?? null }).page - PAGE
  return {
    kind: 'figures',
    size: 1,
    price: { page: Math.ceil(filtered + list.price * READS.group), count: 0 },
    request: { where, ...(removed && { removed }) },
  }
}
