import { nowBeside } from '../../db/read/clock.js'

/*
 * An answer that compares the current time with due dates changes without a write, when the next due date is reached. Here is, for each
 * kind of such moments, the SQL of the next one of a company: of all its records, removed ones included.
 */

/** An answer is not kept for longer than this. So only the due dates in this time are computed. */
const AHEAD = `interval '10 minutes'`

const MONTHS = 't.inspection_interval_months'
const DAYS = 't.inspection_interval_days'
const BASIS = 'coalesce(a.due_basis, a.last_inspection, a.created_at)'

/**
 * The due dates of the assets whose basis is near that of an asset which is due now. As in the ticker (migration 0056_state_ticker), two
 * times for each type limit the basis, so that an index serves the condition.
 */
const dueDates = (company: string, removed: 'is null' | 'is not null') => `
  select due_date(${BASIS}, ${MONTHS}, ${DAYS}, s.timezone) as at
  from asset a
  join zone z on z.company_id = ${company} and z.id = a.zone_id
  join site s on s.company_id = ${company} and s.id = z.site_id
  where a.company_id = ${company} and a.type_id = t.id and a.deleted_at ${removed}
    and ${BASIS} >= near.low and ${BASIS} < near.high`

const nextDueDate = (company: string) => `(
  select min(due.at)
  from asset_type t
  cross join (select array(select distinct s.timezone from site s where s.company_id = ${company}) as timezones offset 0) own
  cross join lateral (
    select min(latest_basis(now(), ${MONTHS}, ${DAYS}, z.timezone)) - basis_tolerance(now(), ${MONTHS}, ${DAYS}) as low,
      max(latest_basis(now() + ${AHEAD}, ${MONTHS}, ${DAYS}, z.timezone)) + basis_tolerance(now() + ${AHEAD}, ${MONTHS}, ${DAYS}) as high
    from unnest(own.timezones) z (timezone)
  ) near
  cross join lateral (${dueDates(company, 'is null')} union all ${dueDates(company, 'is not null')}) due
  where t.company_id = ${company} and (${MONTHS} is not null or ${DAYS} is not null) and due.at >= now())`

const nextOf = (table: string, column: string) => (company: string) =>
  `(select min(x.${column}) from ${table} x where x.company_id = ${company} and x.${column} >= now())`

interface MomentRules {
  readonly next: (company: string) => string
  /** The types of the records from which the moments follow. */
  readonly types: readonly string[]
}

const moments = {
  'due dates of assets': {
    next: nextDueDate,
    types: ['Asset', 'AssetType', 'Inspection', 'Site', 'Zone'],
  },
  'starts of jobs': { next: nextOf('job', 'scheduled_start'), types: ['Job'] },
  'ends of jobs': { next: nextOf('job', 'scheduled_end'), types: ['Job'] },
  'due dates of findings': { next: nextOf('finding', 'due_at'), types: ['Finding'] },
} as const satisfies Readonly<Record<string, MomentRules>>

export type Moments = keyof typeof moments

export const isMoments = (text: string): text is Moments => text in moments

export const typesOfMoments = (name: Moments): readonly string[] => moments[name].types

/** SQL of the current time, beside such moments. */
export const nowBesideMoments = (name: Moments) => nowBeside(name)

/** SQL of the earliest of the next moments, not later than `AHEAD`. */
export const nextMoment = (names: readonly Moments[], company: string) =>
  `least(now() + ${AHEAD}, ${names.map((name) => moments[name].next(company)).join(', ')})`
