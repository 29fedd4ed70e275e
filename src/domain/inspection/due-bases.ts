import { Temporal } from 'temporal-polyfill'
import type { Interval } from '../asset-type/interval.js'
import type { TransactionDomain } from '../domain.js'
import type { ValidInspection } from './new-inspection.js'

/**
 * The due date that each inspection meets, if the schedule of the asset's type is fixed; else null. It depends on the inspection
 * before it. At most one statement.
 */
export async function findDueBases(
  { db, viewer }: TransactionDomain,
  inspections: readonly Pick<ValidInspection, 'asset' | 'inspectedAt'>[],
): Promise<(Date | null)[]> {
  const fixed = inspections.filter(({ asset }) => asset.hasFixedSchedule)
  if (fixed.length === 0) return []
  const { rows } = await db.read<Predecessor>({
    name: 'find-due-bases',
    text: FIND,
    values: [
      viewer.companyId,
      fixed.map(({ asset }) => asset.id),
      fixed.map(({ inspectedAt }) => inspectedAt.toISOString()),
    ],
  })
  const found = new Map(fixed.map((inspection, index) => [inspection, rows[index]]))
  const met = new Map<unknown, Date | null>()
  /** By asset: the last of these inspections, and the due date that it met. */
  const latest = new Map<number, { readonly inspectedAt: Date; readonly basis: Date }>()
  for (const inspection of fixed.toSorted((one, other) => +one.inspectedAt - +other.inspectedAt)) {
    const { asset, inspectedAt } = inspection
    const { intervalMonths: months, intervalDays: days } = asset
    const row = found.get(inspection)
    const sibling = latest.get(asset.id)
    if (!row || (months === null && days === null)) continue
    const isAfter = sibling && (!row.inspectedAt || sibling.inspectedAt >= row.inspectedAt)
    const first = inspectedAt < row.createdAt ? inspectedAt : row.createdAt
    const previous = isAfter ? sibling.basis : (row.basis ?? first)
    const interval = { months: months ?? 0, days: days ?? 0 }
    const basis = dueDateMet(previous, interval, row.timezone, inspectedAt)
    latest.set(asset.id, { inspectedAt, basis })
    met.set(inspection, basis)
  }
  return inspections.map((inspection) => met.get(inspection) ?? null)
}

/** The inspection before another one of the same asset. */
interface Predecessor {
  readonly createdAt: Date
  readonly timezone: string
  /** Null if there is none. */
  readonly inspectedAt: Date | null
  readonly basis: Date | null
}

const FIND = `
select a.created_at as "createdAt", coalesce(s.timezone, 'UTC') as timezone, p.inspected_at as "inspectedAt", p.basis
from unnest($2::int[], $3::timestamptz[]) with ordinality as given (asset_id, inspected_at, place)
join asset a on a.company_id = $1::int and a.id = given.asset_id
join zone z on z.company_id = $1 and z.id = a.zone_id
join site s on s.company_id = $1 and s.id = z.site_id
left join lateral (
  select i.inspected_at, coalesce(i.due_basis, i.inspected_at) as basis from inspection i
  where i.company_id = $1 and i.asset_id = a.id and i.deleted_at is null and i.inspected_at <= given.inspected_at
  order by i.inspected_at desc, i.id desc
  limit 1
) p on true
order by given.place`

/**
 * The due dates follow a basis in steps of the interval. A late inspection meets the last due date before it, so that missed ones
 * are skipped. An early inspection meets the next due date if it is nearer to it than to the basis. Otherwise it is an
 * additional inspection, such as one after a repair, and the next due date stays.
 */
export function dueDateMet(basis: Date, { months, days }: Interval, timezone: string, at: Date) {
  const local = Temporal.Instant.fromEpochMilliseconds(+basis)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
  // `later`, as PostgreSQL converts a local time that clocks repeat: src/domain/asset/due-date.ts.
  const dueDate = (step: number) =>
    local
      .add({ months: months * step, days: days * step })
      .toZonedDateTime(timezone, { disambiguation: 'later' }).epochMilliseconds
  // No month has more than 31 days, and one more day for the time zone: at least so many steps are over.
  const daysAfter = (+at - +basis) / 86_400_000 - 1
  let step = Math.max(0, Math.floor(daysAfter / (months * 31 + days)))
  while (dueDate(step + 1) <= +at) step += 1
  if (step > 0) return new Date(dueDate(step))
  return +at * 2 < +basis + dueDate(1) ? basis : new Date(dueDate(1))
}
