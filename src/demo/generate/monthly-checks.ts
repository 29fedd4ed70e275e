import { Random } from '../random.js'
import type { CompanyRows, Rows } from '../rows.js'
import { after, type Context, cyclicItem, DAY_MS, groupBy, HOUR_MS, MINUTE_MS } from './context.js'
import {
  failureRate,
  hasMonthlyChecks,
  isInUse,
  sitesOfZones,
  typeOf,
  type Visit,
} from './visits.js'

type Asset = CompanyRows['Asset'][number]

/**
 * For how many months a site has had the checks: in the demo of scale 1, every second site for a year; in a larger one, one site in twenty.
 * All sites would take 55 MB more of the database, every second one takes 26 MB. The others began one after the other: half of them in
 * the last month, a quarter in the month before, and so on.
 */
function monthsOf(siteId: number, scale: number): number {
  const hasYear = scale === 1 ? siteId % 2 === 1 : siteId % 20 === 5
  const number = scale === 1 ? siteId / 2 : siteId
  return hasYear ? 12 : Math.min(32 - Math.clz32(number & -number), 12)
}

/** The fraction of the assets that a check leaves out. Then they are overdue. */
const LEFT_OUT = 0.07

/** The probability that an asset which failed in the last month was repaired and has been checked again. */
const REPAIRED = 0.5

/**
 * The monthly checks of the types whose interval is a month. A technician checks the assets of a site on one day of the month. One that
 * fails is repaired, and checked again some days later.
 */
export function monthlyVisits(
  { company, now, scale }: Context,
  rows: Rows<'Zone' | 'Asset' | 'AssetType'>,
  technicianIds: readonly number[],
): Visit[] {
  // A generator of its own, so that the checks change no other data.
  const random = new Random(`${company.key} monthly checks`)
  const siteOf = sitesOfZones(rows.Zone)
  const checked = rows.Asset.filter((asset) => hasMonthlyChecks(typeOf(rows, asset)))
  const sites = groupBy(checked, ({ zoneId }) => siteOf.get(zoneId) ?? 0)
  const today = now.getTime() - (now.getTime() % DAY_MS)
  return [...sites].flatMap(([siteId, assets]) => {
    const inspectorId = cyclicItem(technicianIds, siteId)
    const daysSince = random.integer(1, 26)
    return Array.from({ length: monthsOf(siteId, scale) }, (_, month) => month).flatMap((month) => {
      const start = today - (month * 30 + daysSince) * DAY_MS + 8 * HOUR_MS
      const rate = month === 0 ? failureRate(siteId) : failureRate(0)
      const check = (asset: Asset, index: number): Visit[] => {
        const inspectedAt = after(new Date(start), (index * 2 + random.fraction()) * MINUTE_MS)
        const fails = random.chance(rate)
        const first = { asset, job: null, inspectorId, inspectedAt, fails }
        const days = random.integer(2, 12)
        const isRepaired = month > 0 || (random.chance(REPAIRED) && days < daysSince)
        if (!fails || !isRepaired) return [first]
        return [first, { ...first, inspectedAt: after(inspectedAt, days * DAY_MS), fails: false }]
      }
      return assets
        .filter(() => !random.chance(LEFT_OUT))
        .flatMap(check)
        .filter(({ asset, inspectedAt }) => isInUse(asset, inspectedAt))
    })
  })
}
