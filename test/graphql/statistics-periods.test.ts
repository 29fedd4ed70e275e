import { assertInputObjectType } from 'graphql'
import { Temporal } from 'temporal-polyfill'
import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, schema } from '../support/graphql.js'
import { byId, FIGURES, figures, sum } from './figures.js'
import { newStatisticsCompany, type StatisticsCompany } from './statistics-company.js'

let company: StatisticsCompany
let ask: ReturnType<typeof graph>
beforeAll(async () => {
  company = await newStatisticsCompany('ours')
  // Its figures would change ours if they were counted.
  await newStatisticsCompany('theirs')
  ask = graph(company.admin)
})

type Unit = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'

/** The first day of the period of an instant. */
function firstDay(instant: Date, unit: Unit, timezone: string): Temporal.PlainDate {
  const day = Temporal.Instant.from(instant.toISOString())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
  if (unit === 'DAY') return day
  if (unit === 'WEEK') return day.subtract({ days: day.dayOfWeek - 1 })
  return unit === 'MONTH' ? day.with({ day: 1 }) : day.with({ month: 1, day: 1 })
}

const next = (day: Temporal.PlainDate, unit: Unit) => day.add({ [`${unit.toLowerCase()}s`]: 1 })

const startOf = (day: Temporal.PlainDate, timezone: string) =>
  new Date(day.toZonedDateTime(timezone).startOfDay().epochMilliseconds).toISOString()

/** All periods from one instant to another, as GraphQL returns them. */
function periods(from: Date, to: Date, unit: Unit, timezone: string) {
  const all = []
  const last = firstDay(to, unit, timezone)
  let day = firstDay(from, unit, timezone)
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = next(day, unit)) {
    all.push({
      date: day.toString(),
      start: startOf(day, timezone),
      end: startOf(next(day, unit), timezone),
    })
  }
  return all
}

const UNITS: readonly Unit[] = ['DAY', 'WEEK', 'MONTH', 'YEAR']
const ZONES = ['Europe/London', 'America/New_York', 'Asia/Kathmandu', 'America/Havana', 'UTC']

describe('periods', () => {
  const cases = UNITS.flatMap((unit) => ZONES.map((timezone) => ({ unit, timezone })))
  it.each(cases)('have the figures of their records: $unit in $timezone', async (given) => {
    const { unit, timezone } = given
    const query = `{ inspectionStatistics(first: 1000, bucket: { field: INSPECTED_AT, unit: ${unit}, timezone: "${timezone}" }) {
      totalCount nodes { ${FIGURES} bucket { date start end } } } }`
    const { data } = await ask(query)
    const times = company.inspections.map(({ inspectedAt }) => inspectedAt.getTime())
    const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
    const expected = periods(from, to, unit, timezone).map((bucket) => ({
      ...figures(
        company.inspections.filter(
          ({ inspectedAt }) =>
            inspectedAt.toISOString() >= bucket.start && inspectedAt.toISOString() < bucket.end,
        ),
      ),
      bucket,
    }))
    expect(data.inspectionStatistics).toEqual({ totalCount: expected.length, nodes: expected })
    expect(sum(expected.map(({ count }) => count))).toBe(company.inspections.length)
  })

  it('of weeks start on Monday', async () => {
    const { data } = await ask(
      `{ inspectionStatistics(bucket: { field: INSPECTED_AT, unit: WEEK, timezone: "Europe/London" }) { nodes { bucket { date } } } }`,
    )
    const days = data.inspectionStatistics.nodes.map(
      ({ bucket }: { bucket: { date: string } }) => Temporal.PlainDate.from(bucket.date).dayOfWeek,
    )
    expect(new Set(days)).toEqual(new Set([1]))
  })

  it.each([
    ['a day of 23 hours', '2026-03-29', 23, 'Europe/London'],
    ['a day of 25 hours', '2026-10-25', 25, 'Europe/London'],
    ['a day whose midnight occurs twice', '2026-11-01', 25, 'America/Havana'],
    ['a day whose midnight is skipped', '2018-11-04', 23, 'America/Sao_Paulo'],
  ])('are as long as the day: %s', async (_, date, hours, timezone) => {
    const noon = `${date}T17:00:00Z`
    const { data } = await ask(
      `{ jobStatistics(filter: { createdAt: { from: "${noon}", to: "${noon}" } },
          bucket: { field: CREATED_AT, unit: DAY, timezone: "${timezone}" }) { nodes { bucket { date start end } } } }`,
    )
    const [{ bucket }] = data.jobStatistics.nodes
    expect(bucket.date).toBe(date)
    expect((Date.parse(bucket.end) - Date.parse(bucket.start)) / 3_600_000).toBe(hours)
    expect(bucket.start).toBe(startOf(Temporal.PlainDate.from(date), timezone))
  })

  it('are those of the range in the filter, also without records', async () => {
    const { data } = await ask(
      `{ inspectionStatistics(filter: { inspectedAt: { from: "2031-02-10T00:00:00Z", to: "2031-05-01T00:00:00Z" } },
          bucket: { field: INSPECTED_AT, unit: MONTH }) { totalCount nodes { ${FIGURES} bucket { date } } } }`,
    )
    const dates = ['2031-02-01', '2031-03-01', '2031-04-01', '2031-05-01']
    expect(data.inspectionStatistics).toEqual({
      totalCount: 4,
      nodes: dates.map((date) => ({ ...figures([]), bucket: { date } })),
    })
  })

  it('are those of the range for a time with another name in the read model', async () => {
    const filter = assertInputObjectType(schema.getType('AssetFilter')).getFields()
    const name = Object.keys(filter).find((field) => field.startsWith('nextInspection')) ?? ''
    const { data } = await ask(
      `{ assetStatistics(filter: { ${name}: { from: "2031-02-10T00:00:00Z", to: "2032-05-01T00:00:00Z" } },
          bucket: { field: NEXT_INSPECTION_DUE_AT, unit: YEAR }) { nodes { count bucket { date } } } }`,
    )
    expect(data.assetStatistics.nodes).toEqual([
      { count: 0, bucket: { date: '2031-01-01' } },
      { count: 0, bucket: { date: '2032-01-01' } },
    ])
  })

  it('are empty if no record has the time and the filter has no range', async () => {
    const empty = await newCompany(testDatabase())
    const { data } = await graph(empty.admin)(
      `{ jobStatistics(bucket: { field: STARTED_AT, unit: DAY }) { totalCount nodes { count } } }`,
    )
    expect(data.jobStatistics).toEqual({ totalCount: 0, nodes: [] })
  })

  it('are filled for each combination of keys', async () => {
    const { data } = await ask(
      `{ inspectionStatistics(first: 1000, groupBy: [SITE, OUTCOME], bucket: { field: INSPECTED_AT, unit: MONTH, timezone: "Asia/Kathmandu" }) {
          totalCount nodes { count site { databaseId } outcome bucket { start end } } } }`,
    )
    const { nodes, totalCount } = data.inspectionStatistics
    expect([totalCount, nodes.length]).toEqual([8 * 12, 8 * 12])
    for (const { count, site, outcome, bucket } of nodes) {
      const rows = company.inspections.filter((row) => {
        const asset = byId(company.assets, row.assetId)
        const time = row.inspectedAt.toISOString()
        return (
          byId(company.zones, asset!.zoneId)!.siteId === site.databaseId &&
          row.outcome.toUpperCase() === outcome &&
          time >= bucket.start &&
          time < bucket.end
        )
      })
      expect(count).toBe(rows.length)
    }
  })

  it.each([
    ['over 1,000 buckets', 'filter: { inspectedAt: { from: "2020-01-01T00:00:00Z" } },', 'DAY', ''],
    [
      'over 1,000 buckets without records',
      'filter: { inspectedAt: { from: "2120-01-01T00:00:00Z", to: "2199-01-01T00:00:00Z" } },',
      'WEEK',
      '',
    ],
    [
      'too many groups',
      'filter: { inspectedAt: { from: "2024-06-01T00:00:00Z" } },',
      'DAY',
      'groupBy: [SITE, OUTCOME, INSPECTOR],',
    ],
  ])('are refused if there are %s', async (_, filter, unit, groupBy) => {
    const { errors } = await ask(
      `{ inspectionStatistics(${filter} ${groupBy} bucket: { field: INSPECTED_AT, unit: ${unit} }) { nodes { count } } }`,
    )
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'bucket' } }])
  })

  it.each(['EST', '+01:00', 'Nowhere/Town'])('are refused in the zone %s', async (timezone) => {
    const { errors } = await ask(
      `{ jobStatistics(bucket: { field: CREATED_AT, unit: DAY, timezone: "${timezone}" }) { nodes { count } } }`,
    )
    expect(errors).toHaveLength(1)
  })
})
