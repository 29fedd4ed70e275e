import { type Beside, computed, type Expression, type Scope } from '../../db/read/derived.js'
import type { Condition } from '../../db/read/filter.js'
import type { Near } from '../../db/read/nearest-first.js'
import { intervalSql, INTERVAL_EXPECTED, parseInterval } from '../asset-type/interval.js'
import { nowBesideMoments } from '../log-mark/moments.js'
import { type DateTimeRange, hasTimeWithin, invalidFilter } from '../listing/conditions.js'

/*
 * When the next inspection of an asset is due: the interval of its type after its basis, at the same local time of its site.
 * docs/decisions/due-dates.md
 */

/** The time in the condition that an asset is due. The limits of its basis only exclude assets for which it cannot hold. */
const NOW = nowBesideMoments('due dates of assets')

const MONTHS = 'y.inspection_interval_months'
const DAYS = 'y.inspection_interval_days'
const DAYS_STEP = `make_interval(days => coalesce(${DAYS}, 0))`

/** What the interval is counted from. The index `asset_basis_idx` contains this expression. */
const basis: Expression = ({ column }) =>
  `coalesce(${column('dueBasis')}, ${column('lastInspection')}, ${column('createdAt')})`

/** The basis and an interval later, at the same local time. If clocks skip that time or repeat it, the later of two instants. */
const later = (from: string, step: string, timezone: string) =>
  `((${from} at time zone coalesce(${timezone}, 'UTC') + ${step}) at time zone coalesce(${timezone}, 'UTC'))`

/** SQL: the due date after a basis, by the interval of `type`, a row of `asset_type`. Null if it has none. */
export function dueDateAfter(from: string, type: string, timezone: string): string {
  const [months, days] = [`${type}.inspection_interval_months`, `${type}.inspection_interval_days`]
  const date = later(from, intervalSql(months, days), timezone)
  return `case when ${months} is not null or ${days} is not null then ${date} end`
}

/**
 * The asset types with an interval: `step`, and the times between which the basis of an asset lies that is due now, in whatever time
 * zone: if the basis is before `low`, the asset is due; if it is not before `high`, it is not. Offsets from UTC differ by up to 24
 * hours (a zone that moves across the date line), and lengths of months by up to three days, which matter only near the end
 * of a month. `offset 0`: PostgreSQL computes the times once for each type.
 */
const types: Beside = {
  key: 'typeId',
  sql: (company, id) => `(
    select r.id, r.step, r.tolerance, r.latest - r.margin as low, r.latest + r.margin as high from (
      select y.id, ${intervalSql(MONTHS, DAYS)} as step,
        case when ${MONTHS} is null then interval '26 hours' else interval '120 hours' end as tolerance,
        ${NOW} - ${DAYS_STEP} - make_interval(months => coalesce(${MONTHS}, 0)) as latest,
        case when ${MONTHS} is null or extract(day from ${NOW} - ${DAYS_STEP}) between 2 and 26
          then interval '26 hours' else interval '120 hours' end as margin
      from asset_type y where y.company_id = ${company} ${id ? `and y.id = ${id}` : ''}
        and (${MONTHS} is not null or ${DAYS} is not null) offset 0) r
    offset 0)`,
}

/** Null if the asset's type has no interval. */
export const nextInspection = computed<Date | null>((scope) =>
  later(basis(scope), `${scope.beside(types)}.step`, scope.related('zone.site.timezone')),
)

/**
 * Whether the next inspection is due before a limit. Never null. If the basis is before `low`, it is; if it is not before `high`, it
 * is not. Only between them, PostgreSQL looks up the time zone: by the id of the site, because for a join of both tables it may choose
 * to read all sites.
 */
const isDueBefore = (limit: string, low: string, high: string, scope: Scope) => {
  const { column, companyOfKey: company } = scope
  const type = scope.beside(types)
  const from = basis(scope)
  return `${type}.id is not null and ${from} < ${high} and (${from} < ${low} or exists (
    select 1 from site s where s.company_id = ${company}
      and s.id = (select z.site_id from zone z where z.company_id = ${company} and z.id = ${column('zoneId')})
      and ${later(from, `${type}.step`, 's.timezone')} < ${limit}))`
}

/** Whether the next inspection is due. Never null. */
export const due: Expression = (scope) => {
  const type = scope.beside(types)
  return isDueBefore(NOW, `${type}.low`, `${type}.high`, scope)
}

/** Whether the next inspection is due, and the asset is in use. */
export const overdue = computed<boolean>(
  (scope) => `(${due(scope)} and ${scope.column('decommissionedAt')} is null)`,
)

/** SQL condition: the asset is in use, and its next inspection is due before this time from now on, which UTC counts. */
export function isDueWithin(duration: string): Condition {
  const interval = parseInterval(duration)
  if (!interval) throw invalidFilter('dueWithin', INTERVAL_EXPECTED)
  return (scope) => {
    const months = scope.parameter(interval.months, 'int')
    const limit = `(now() + ${intervalSql(months, scope.parameter(interval.days, 'int'))})`
    const type = scope.beside(types)
    const latest = `${limit} - ${type}.step`
    const [low, high] = [`${latest} - ${type}.tolerance`, `${latest} + ${type}.tolerance`]
    return `(${isDueBefore(limit, low, high, scope)} and ${scope.column('decommissionedAt')} is null)`
  }
}

/** How the index approximates the order by due date. */
export const nearDueDate: Near = { groups: types, value: basis }

/** SQL condition: the due date is in a range. */
export const isDueIn = (range: DateTimeRange): Condition => {
  const isExact = hasTimeWithin(nextInspection.sql, 'nextInspectionDueAt')(range)
  return (scope) => {
    const type = scope.beside(types)
    const bound = (time: Date | null | undefined, operator: string, sign: string) =>
      time
        ? [
            `${basis(scope)} ${operator} ${scope.parameter(time, 'timestamptz')} - ${type}.step ${sign} ${type}.tolerance`,
          ]
        : []
    const isNear = [...bound(range.from, '>=', '-'), ...bound(range.to, '<=', '+')]
    return `(${[...isNear, isExact(scope)].join(' and ')})`
  }
}
