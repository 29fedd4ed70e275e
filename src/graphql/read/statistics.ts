import { MAX_FILLED_GROUPS } from '../../db/read/fill-periods.js'
import { MAX_PERIODS } from '../../db/read/period.js'
import type { GroupPage } from '../../db/read/read-groups.js'
import { badInput } from '../errors.js'
import { type StatisticsSpec, unknownTimezone } from '../operation/statistics.js'

/** The statistics of one page of groups, as plain properties. Throws if the bucket has too many periods. */
export function toStatistics({ size, request }: StatisticsSpec, page: GroupPage) {
  const { groups, total, periods, combinations } = page
  if (periods > MAX_PERIODS) {
    const message = `The range has over ${MAX_PERIODS} buckets: choose a larger unit, or filter a shorter range.`
    throw badInput(message, 'bucket')
  }
  if (periods * combinations > MAX_FILLED_GROUPS) {
    const message = `${combinations} groups in ${periods} buckets exceed the limit of ${MAX_FILLED_GROUPS} nodes: choose a larger unit, a shorter range or fewer keys.`
    throw badInput(message, 'bucket')
  }
  const nodes = groups.slice(0, size)
  return {
    nodes: request.bucket ? nodes : nodes.map((node) => ({ ...node, bucket: null })),
    totalCount: total,
  }
}

/** Replaces PostgreSQL's error for an unknown time zone (code 22023) with a BAD_USER_INPUT error. */
export async function knownTimezone<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    throw (error as { readonly code?: unknown }).code === '22023' ? unknownTimezone() : error
  }
}
