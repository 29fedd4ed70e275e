import { Temporal } from 'temporal-polyfill'
import { beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../../src/demo/random.js'
import { updateAssetType } from '../../../src/domain/asset-type/update-asset-type.js'
import { updateAsset } from '../../../src/domain/asset/update-asset.js'
import { recordInspection } from '../../../src/domain/inspection/record-inspection.js'
import { recordInspections } from '../../../src/domain/inspection/record-inspections.js'
import { voidInspection } from '../../../src/domain/inspection/void-inspection.js'
import { updateSite } from '../../../src/domain/site/update-site.js'
import {
  at,
  newAsset,
  newAssetType,
  newCompany,
  newSite,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'

const db = testDatabase()
const ZONES = [null, 'Europe/London', 'America/Havana', 'Pacific/Apia', 'Australia/Lord_Howe']

interface Interval {
  readonly months?: number | null
  readonly days?: number | null
}

/** The same date by Temporal. PostgreSQL takes the later of two instants if clocks skip or repeat the local time. */
const dueAt = (basis: Date, { months, days }: Interval, timezone: string | null) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(+basis)
      .toZonedDateTimeISO(timezone ?? 'UTC')
      .toPlainDateTime()
      .add({ months: months ?? 0, days: days ?? 0 })
      .toZonedDateTime(timezone ?? 'UTC', { disambiguation: 'later' }).epochMilliseconds,
  )

const typeOf = (company: TestCompany, { months, days }: Interval, more: object = {}) =>
  newAssetType(company, { intervalMonths: months ?? null, intervalDays: days ?? null, ...more })

const zoneIn = async (company: TestCompany, timezone: string | null) =>
  newZone(company, { siteId: (await newSite(company, { timezone })).id })

async function readAll(company: TestCompany, filter = '', orderBy = '') {
  const list = `assets(first: 100${filter}${orderBy})`
  const query = `{ ${list} { nodes { databaseId status overdue nextInspectionDueAt } } }`
  const { data } = await graph(company.admin)(query)
  return data.assets.nodes as {
    databaseId: number
    status: string
    overdue: boolean
    nextInspectionDueAt: string | null
  }[]
}

const dueOf = async (company: TestCompany, id: number) =>
  (await readAll(company)).find(({ databaseId }) => databaseId === id)?.nextInspectionDueAt

describe('the due date', () => {
  it.each([
    ['of a month from 31 January', '2026-01-31T10:00Z', { months: 1 }, null, '2026-02-28T10:00'],
    ['in a leap year', '2024-01-31T10:00Z', { months: 1 }, null, '2024-02-29T10:00'],
    ['of a year from 29 February', '2024-02-29T10:00Z', { months: 12 }, null, '2025-02-28T10:00'],
    ['of months, then days', '2026-01-31T10:00Z', { months: 1, days: 1 }, null, '2026-03-01T10:00'],
    ['across DST', '2026-03-28T10:00Z', { days: 7 }, 'Europe/London', '2026-04-04T09:00'],
    ['at a skipped time', '2026-03-28T01:30Z', { days: 1 }, 'Europe/London', '2026-03-29T01:30'],
    ['at a repeated time', '2026-10-24T00:30Z', { days: 1 }, 'Europe/London', '2026-10-25T01:30'],
    ['by the local month', '2026-01-31T23:30Z', { months: 1 }, 'Asia/Tokyo', '2026-02-28T23:30'],
  ] as const)('%s', async (_, basis, interval, timezone, expected) => {
    const company = await newCompany(db)
    const zone = await zoneIn(company, timezone)
    const type = await typeOf(company, interval)
    const from = { zoneId: zone.id, typeId: type.id, createdAt: new Date(basis) }
    const { id } = await newAsset(company, from)
    expect(await dueOf(company, id)).toBe(`${expected}:00.000Z`)
  })

  it('follows a changed rule, type, zone and time zone, and no other asset changes', async () => {
    const company = await newCompany(db)
    const { admin } = company
    const [london, utc] = [await zoneIn(company, 'Europe/London'), await zoneIn(company, null)]
    const type = await typeOf(company, { days: 30 })
    const other = await typeOf(company, { months: 1 })
    const createdAt = new Date('2026-05-10T23:30:00Z')
    const asset = await newAsset(company, { typeId: type.id, zoneId: utc.id, createdAt })
    const due = () => dueOf(company, asset.id)
    expect(await due()).toBe('2026-06-09T23:30:00.000Z')

    const entries = () =>
      db.prisma.auditEntry.count({ where: { companyId: company.companyId, recordType: 'Asset' } })
    const before = [await db.prisma.asset.findMany({ where: { id: asset.id } }), await entries()]
    await updateAssetType(admin, { id: type.id, inspectionInterval: 'P6M' })
    expect(await due()).toBe('2026-11-10T23:30:00.000Z')
    await updateAssetType(admin, { id: type.id, inspectionInterval: null })
    expect(await due()).toBeNull()
    await updateAssetType(admin, { id: type.id, inspectionIntervalDays: 7 })
    expect(await due()).toBe('2026-05-17T23:30:00.000Z')
    await updateSite(admin, { id: utc.siteId, address: { timezone: 'America/New_York' } })
    expect(await due()).toBe('2026-05-17T23:30:00.000Z')
    expect([await db.prisma.asset.findMany({ where: { id: asset.id } }), await entries()]).toEqual(
      before,
    )

    await updateAsset(admin, { id: asset.id, typeId: other.id })
    expect(await due()).toBe('2026-06-10T23:30:00.000Z')
    await updateAsset(admin, { id: asset.id, zoneId: london.id })
    expect(await due()).toBe('2026-06-10T23:30:00.000Z')
    const inWinter = at(admin, '2026-10-30T12:00:00Z')
    await recordInspection(inWinter, {
      assetId: asset.id,
      outcome: 'passed',
      inspectedAt: new Date('2026-10-01T12:00:00Z'),
    })
    expect(await due()).toBe('2026-11-01T13:00:00.000Z')
  })
})

it('a changed rule sends the same statements for one asset and for 400, and writes none of them', async () => {
  const sentFor = async (assets: number) => {
    const company = await newCompany(db)
    const { companyId, admin } = company
    const type = await typeOf(company, { days: 30 })
    const zone = await zoneIn(company, 'Europe/London')
    const first = await newAsset(company, { typeId: type.id, zoneId: zone.id })
    await db.pool.query(
      `insert into asset (company_id, uuid, code, zone_id, type_id, user_id, updated_at)
       select company_id, gen_random_uuid(), 'A-' || i, zone_id, type_id, user_id, updated_at from asset, generate_series(2, $3::int) i
       where company_id = $1 and id = $2`,
      [companyId, first.id, assets],
    )
    const rows = async () => {
      const text = `select id, xmin::text, updated_at from asset where company_id = $1 order by id`
      return (await db.pool.query<object>(text, [companyId])).rows
    }
    const entries = () =>
      db.prisma.auditEntry.groupBy({ by: 'recordType', where: { companyId }, _count: true })
    const before = { rows: await rows(), entries: await entries() }
    expect(before.rows).toHaveLength(assets)
    const statements = await statementsOf(db, () =>
      updateAssetType(admin, { id: type.id, inspectionInterval: 'P6M' }),
    )
    expect(await rows()).toEqual(before.rows)
    const changed = (await entries()).find(({ recordType }) => recordType === 'Asset')
    expect(changed).toEqual(before.entries.find(({ recordType }) => recordType === 'Asset'))
    return statements
  }
  const ofOne = await sentFor(1)
  expect(ofOne.join(';')).not.toMatch(/update "?(public"?\."?)?asset"? /i)
  expect((await sentFor(400)).length).toBe(ofOne.length)
})

describe('with a fixed schedule', () => {
  const inspected = async (...days: readonly string[]) => {
    const company = await newCompany(db)
    const type = await typeOf(company, { months: 1 }, { inspectionSchedule: 'fixed' })
    const createdAt = new Date('2026-01-10T12:00:00Z')
    const asset = await newAsset(company, { typeId: type.id, createdAt })
    const ids = []
    for (const day of days) {
      const time = new Date(`${day}T08:00:00Z`)
      ids.push(
        (await recordInspection(at(company.admin, time), { assetId: asset.id, outcome: 'passed' }))
          .id,
      )
    }
    return {
      company,
      asset,
      type,
      ids,
      due: async () => (await dueOf(company, asset.id))?.slice(0, 10),
    }
  }

  it.each([
    ['an early inspection meets the next due date', ['2026-02-05'], '2026-03-10'],
    ['a late inspection does not move the dates', ['2026-02-20'], '2026-03-10'],
    ['missed dates are skipped', ['2026-05-20'], '2026-06-10'],
    ['an inspection soon after the basis meets none', ['2026-01-12'], '2026-02-10'],
    ['nor does one after a repair', ['2026-02-10', '2026-02-11', '2026-02-12'], '2026-03-10'],
    ['each meets its own', ['2026-02-10', '2026-03-09', '2026-04-15'], '2026-05-10'],
  ])('%s', async (_, days, expected) => {
    expect(await (await inspected(...days)).due()).toBe(expected)
  })

  it('voiding an inspection restores the due date before it', async () => {
    const { company, ids, due } = await inspected('2026-02-10', '2026-03-09')
    expect(await due()).toBe('2026-04-10')
    await voidInspection(company.admin, { id: ids[1]!, reason: 'wrong asset' })
    expect(await due()).toBe('2026-03-10')
    await voidInspection(company.admin, { id: ids[0]!, reason: 'wrong asset' })
    expect(await due()).toBe('2026-02-10')
  })

  it('inspections that are recorded together, in any order, meet what they meet one by one', async () => {
    const { company, asset, due } = await inspected()
    const days = ['2026-04-15', '2026-02-10', '2026-03-09']
    const rows = days.map((day) => ({
      assetId: asset.id,
      outcome: 'passed' as const,
      inspectedAt: new Date(`${day}T08:00:00Z`),
    }))
    await recordInspections(company.admin, { rows })
    expect(await due()).toBe('2026-05-10')
  })

  it('another type counts its interval from the due date that the newest inspection has met', async () => {
    const { company, asset, due } = await inspected('2026-02-05')
    expect(await due()).toBe('2026-03-10')
    const weekly = await typeOf(company, { days: 7 })
    await updateAsset(company.admin, { id: asset.id, typeId: weekly.id })
    expect(await due()).toBe('2026-02-17')

    const record = (day: string) =>
      recordInspection(at(company.admin, new Date(`${day}T08:00:00Z`)), {
        assetId: asset.id,
        outcome: 'passed',
      })
    const { id } = await record('2026-02-12')
    expect(await due()).toBe('2026-02-19')
    await voidInspection(company.admin, { id, reason: 'wrong asset' })
    expect(await due()).toBe('2026-02-17')
    await record('2026-02-01')
    expect(await due()).toBe('2026-02-17')
  })

  it('another type with a fixed schedule continues from this due date', async () => {
    const { company, asset, due } = await inspected('2026-02-05')
    const weekly = await typeOf(company, { days: 7 }, { inspectionSchedule: 'fixed' })
    await updateAsset(company.admin, { id: asset.id, typeId: weekly.id })
    expect(await due()).toBe('2026-02-17')
    const time = at(company.admin, '2026-02-16T08:00:00Z')
    await recordInspection(time, { assetId: asset.id, outcome: 'passed' })
    expect(await due()).toBe('2026-02-24')
  })

  it('a change to a floating schedule applies from the next inspection on', async () => {
    const { company, asset, type, due } = await inspected('2026-02-20')
    await updateAssetType(company.admin, { id: type.id, inspectionSchedule: 'floating' })
    expect(await due()).toBe('2026-03-10')
    const time = at(company.admin, '2026-03-12T08:00:00Z')
    await recordInspection(time, { assetId: asset.id, outcome: 'passed' })
    expect(await due()).toBe('2026-04-12')
    await updateAssetType(company.admin, { id: type.id, inspectionSchedule: 'fixed' })
    const next = at(company.admin, '2026-04-20T08:00:00Z')
    await recordInspection(next, { assetId: asset.id, outcome: 'passed' })
    expect(await due()).toBe('2026-05-12')
  })
})

describe('random assets', () => {
  let company: TestCompany
  const expected = new Map<number, Date | null>()

  beforeAll(async () => {
    company = await newCompany(db)
    const random = new Random('due dates')
    const intervals = [
      {},
      { months: 1 },
      { months: 12 },
      { days: 1 },
      { days: 90 },
      { months: 5, days: 30 },
    ]
    const types = []
    for (const interval of intervals) types.push({ interval, ...(await typeOf(company, interval)) })
    const zones = []
    for (const timezone of ZONES) zones.push({ timezone, ...(await zoneIn(company, timezone)) })
    for (let made = 0; made < 100; made += 1) {
      const [type, zone] = [random.pick(types), random.pick(zones)]
      // Half of the assets are due within hours of now, half at any time, many of these at the end of a month.
      const near =
        Date.now() + random.integer(-30, 30) * 3_600_000 - daysOf(type.interval) * 86_400_000
      const any = Date.UTC(
        2024,
        random.integer(0, 30),
        random.integer(26, 33),
        random.integer(0, 23),
        30,
      )
      const lastInspection = new Date(random.chance(0.5) ? near : any)
      const asset = await newAsset(company, { typeId: type.id, zoneId: zone.id, lastInspection })
      const hasInterval = Object.keys(type.interval).length > 0
      expected.set(
        asset.id,
        hasInterval ? dueAt(lastInspection, type.interval, zone.timezone) : null,
      )
    }
  })

  const daysOf = ({ months, days }: Interval) => (months ?? 0) * 30.4 + (days ?? 0)
  const idsOf = (matches: (due: Date | null) => boolean) =>
    [...expected].flatMap(([id, due]) => (matches(due) ? [id] : []))
  const found = async (filter: string) =>
    (await readAll(company, `, filter: ${filter}`)).map(({ databaseId }) => databaseId)

  it('are due when Temporal says', async () => {
    const all = await readAll(company)
    const dates = all.map(({ databaseId, nextInspectionDueAt }) => [
      databaseId,
      nextInspectionDueAt,
    ])
    expect(dates).toEqual([...expected].map(([id, due]) => [id, due?.toISOString() ?? null]))
    for (const { databaseId, overdue, status } of all) {
      const isOverdue = (expected.get(databaseId) ?? Infinity) < new Date()
      expect([overdue, status]).toEqual([isOverdue, isOverdue ? 'OVERDUE' : 'OK'])
    }
  })

  it.each([0, 1, 30, 400])('are found if they are due within %s days', async (days) => {
    const limit = new Date(Date.now() + days * 86_400_000)
    const within = idsOf((due) => due !== null && due < limit)
    expect(await found(`{ dueWithin: "P${days}D" }`)).toEqual(within)
    if (days === 0) expect(await found('{ overdue: true }')).toEqual(within)
  })

  it('are found by a range', async () => {
    const [from, to] = [new Date('2025-02-28T00:00:00Z'), new Date('2026-03-31T10:00:00Z')]
    const range = `{ from: "${from.toISOString()}", to: "${to.toISOString()}" }`
    expect(await found(`{ nextInspectionDueAt: ${range} }`)).toEqual(
      idsOf((due) => due !== null && due >= from && due <= to),
    )
  })

  it('are listed by due date, page by page, those without one last', async () => {
    const inOrder = [...expected]
      .sort(([one, a], [other, b]) => +(a ?? Infinity) - +(b ?? Infinity) || one - other)
      .map(([id]) => id)
    for (const size of [1, 7, 100]) {
      const seen: number[] = []
      let after: string | null = null
      do {
        const query = `query ($after: String) { assets(first: ${size}, after: $after, orderBy: [{ field: NEXT_INSPECTION_DUE_AT }]) {
          nodes { databaseId } pageInfo { hasNextPage endCursor } } }`
        const { data } = await graph(company.admin)(query, { after })
        seen.push(...data.assets.nodes.map(({ databaseId }: { databaseId: number }) => databaseId))
        after = data.assets.pageInfo.hasNextPage ? data.assets.pageInfo.endCursor : null
      } while (after !== null)
      expect(seen).toEqual(inOrder)
    }
  })
})
