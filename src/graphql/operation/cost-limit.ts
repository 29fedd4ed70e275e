import type { GraphQLError } from 'graphql'
import { tooComplex } from '../errors.js'
import {
  type CostArguments,
  pageCost,
  type PricedList,
  type PricedObject,
  recordCost,
  sizeOf,
} from './cost.js'
import type { CostReport } from './cost-report.js'
import { RECORD } from './prices.js'

/** The part of the cost that a selected list causes. */
interface Share {
  readonly path: string
  readonly size: number
  /** The cost of the list, summed over all of its parents, without the lists nested in it. */
  readonly own: number
  /** The extra cost of one more record on each page of the list, including the lists that are nested in the record. */
  readonly step: number
}

/** The error for a request that costs too much. The message names a list and the page size that fits the limit. */
export function costError(
  { requested, limit }: CostReport,
  root: PricedObject,
  given: CostArguments,
): GraphQLError {
  const shares = sharesOf(root, given).sort((one, other) => other.own - one.own)
  const fits = ({ size, step }: Share) => Math.floor(size - (requested - limit) / step)
  const cut = shares.find((share) => fits(share) >= 1)
  const [largest] = shares
  const advice = cut
    ? ` Ask for at most ${formatted(fits(cut))} of ${cut.path} (now ${formatted(cut.size)}).`
    : largest &&
      ` Most of it, ${formatted(largest.own)}, is ${largest.path}: remove or simplify its filter, orderBy, offset or totalCount.`
  return tooComplex(
    `The query costs ${formatted(requested)}; the limit is ${formatted(limit)}.${advice ?? ''}`,
  )
}

const formatted = (count: number) => count.toLocaleString('en')

function sharesOf(root: PricedObject, given: CostArguments): Share[] {
  const shares: Share[] = []
  const visit = (list: PricedList, parents: number) => {
    const { path, records } = list
    const size = sizeOf(list, given)
    const step = parents * recordCost(list, given)
    const below = parents * size
    const own = RECORD + Math.max(0, ...records.map((record) => record.own))
    shares.push({ path, size, step, own: parents * pageCost(list, given) + below * own })
    for (const record of records) for (const child of record.lists) visit(child, below)
  }
  for (const list of root.lists) visit(list, 1)
  return shares
}
