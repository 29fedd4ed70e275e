import { expect, it, onTestFinished } from 'vitest'
import { Random } from '../../../src/demo/random.js'
import { updateAssetType } from '../../../src/domain/asset-type/update-asset-type.js'
import { recordInspection } from '../../../src/domain/inspection/record-inspection.js'
import { updateSite } from '../../../src/domain/site/update-site.js'
import { startTicker, tickStates } from '../../../src/domain/state-change/ticker.js'
import {
  newAsset,
  newAssetType,
  newCompany,
  newFinding,
  newJob,
  newSite,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { databaseOfOtherInstance, serviceDatabase, testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { isSharded } from '../../support/shards.js'
import { silentLog } from '../../support/silent-log.js'
import {
  changesOf,
  DAY_MS,
  endPause,
  HOUR_MS,
  inDays,
  resetTicker,
  tick,
  tickOn,
  timesOf,
} from './state-changes.js'

const db = testDatabase()
const overdue = 'asset_status ok>overdue time'

const newKey = ({ companyId, admin }: TestCompany, expiresAt: Date) => {
  const uuid = crypto.randomUUID()
  const hash = new TextEncoder().encode(uuid)
  const data = { companyId, uuid, name: 'Key', prefix: 'x', hash, userId: admin.viewer.userId }
  return db.prisma.apiKey.create({ data: { ...data, expiresAt } })
}

it('records once what time does to assets, jobs, findings and API keys, when it is due', async () => {
  const company = await newCompany(db)
  const type = await newAssetType(company, { intervalDays: 7 })
  const asset = await newAsset(company, { typeId: type.id })
  const scheduledEnd = inDays(5)
  const job = await newJob(company, { scheduledStart: inDays(4), scheduledEnd })
  const finding = await newFinding(company, { assetId: asset.id, dueAt: inDays(6) })
  const key = await newKey(company, inDays(16))
  await tick(new Date(), null)
  expect(await changesOf(company)).toEqual([])
  await tick(new Date(+scheduledEnd - 1000))
  expect(await changesOf(company, job.uuid)).toEqual([])
  await tick(inDays(8), inDays(5))
  await tick(inDays(8), inDays(5))
  expect(await changesOf(company, asset.uuid)).toEqual([overdue])
  expect(await timesOf(company, asset.uuid)).toEqual([new Date(+asset.createdAt + 7 * DAY_MS)])
  expect(await changesOf(company, job.uuid)).toEqual(['job_late not_late>late time'])
  expect(await timesOf(company, job.uuid)).toEqual([scheduledEnd])
  expect(await changesOf(company, finding.uuid)).toEqual([
    'finding_overdue not_overdue>overdue time',
  ])
  expect(await changesOf(company, key.uuid)).toEqual(['api_key_expiry valid>expiring time'])
  await tick(inDays(17))
  expect((await changesOf(company, key.uuid))[1]).toBe('api_key_expiry expiring>expired time')
})

it('records what is due in each of many companies, and of each type', async () => {
  const dueIn = async () => {
    const company = await newCompany(db, { createdAt: inDays(-100) })
    const assets = []
    for (const intervalDays of [7, 30, 60]) {
      const type = await newAssetType(company, { intervalDays })
      if (intervalDays === 30) continue
      const createdAt = new Date(Date.now() - intervalDays * DAY_MS - HOUR_MS)
      for (let count = 0; count < 3; count += 1)
        assets.push(await newAsset(company, { typeId: type.id, createdAt }))
    }
    return { company, assets }
  }
  const first = await dueIn()
  // More than the ticker reads with one statement. They stay: on Citus, ticks would be too slow for the test of two instances.
  await db.pool.query(
    `insert into company (uuid, name, created_at) select gen_random_uuid(), 'Many ' || i, now() - interval '9 days'
     from generate_series(1, $1::int) i`,
    [isSharded ? 0 : 120],
  )
  const last = await dueIn()
  await resetTicker(inDays(-1))
  let more = true
  while (more) {
    // Two assets a page, so that a page ends in the middle of a type.
    const { rows } = await db.pool.query('select tick_states(now(), $1, 2) as more', ['30 s'])
    more = rows[0].more
  }
  for (const { company, assets } of [first, last])
    expect(await changesOf(company)).toEqual(assets.map(() => overdue))
})

it('records all that became due in an outage of two days, also if it begins again in the middle', async () => {
  const company = await newCompany(db, { createdAt: inDays(-100) })
  const type = await newAssetType(company, { intervalDays: 7 })
  const zone = await newZone(company)
  const random = new Random('outage')
  const assets = Array.from({ length: 40 }, () =>
    newAsset(company, {
      typeId: type.id,
      zoneId: zone.id,
      createdAt: new Date(Date.now() - 9 * DAY_MS + random.fraction() * 2 * DAY_MS),
    }),
  )
  const due = (await Promise.all(assets)).filter(
    ({ createdAt }) => +createdAt < Date.now() - 7 * DAY_MS,
  )
  const page = async (last: number) => {
    await resetTicker(inDays(-2))
    for (let calls = 0; calls < last; calls += 1) {
      // One asset a page.
      const { rows } = await db.pool.query('select tick_states(now(), $1, 1) as more', ['30 s'])
      if (!rows[0].more) return
    }
  }
  await page(2)
  await page(1000)
  expect(await changesOf(company)).toEqual(due.map(() => overdue))
})

it('continues after a call whose process was killed before its commit', async () => {
  const company = await newCompany(db)
  const type = await newAssetType(company, { intervalDays: 7 })
  const zone = await newZone(company)
  for (let index = 0; index < 5; index += 1) {
    await newAsset(company, { typeId: type.id, zoneId: zone.id, createdAt: inDays(-8) })
  }
  await resetTicker()
  if (db.embedded) return
  const client = await db.pool.connect()
  onTestFinished(() => {
    client.release(true)
  })
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  client.on('error', () => undefined)
  await client.query('begin')
  await client.query("select tick_states(now(), '30 s', 1000)")
  // While the transaction is open, another instance does nothing; then its server process is ended.
  expect(await tickStates(serviceDatabase())).toBe(false)
  await db.pool.query('select pg_terminate_backend($1::int)', [rows[0]?.pid])
  await expect
    .poll(async () => {
      await tickStates(serviceDatabase())
      return changesOf(company)
    })
    .toEqual(Array<string>(5).fill(overdue))
})

it('records what a changed interval or time zone does, and writes no asset', async () => {
  const company = await newCompany(db)
  const site = await newSite(company, { timezone: 'UTC' })
  const zone = await newZone(company, { siteId: site.id })
  const type = await newAssetType(company, { intervalDays: 7 })
  const asset = await newAsset(company, {
    typeId: type.id,
    zoneId: zone.id,
    createdAt: inDays(-6),
  })
  const shown = async () =>
    (await db.prisma.asset.findFirst({ where: { uuid: asset.uuid, companyId: company.companyId } }))
      ?.updatedAt
  const before = await shown()
  const change = (interval: string) =>
    updateAssetType(company.admin, { id: type.id, inspectionInterval: interval })
  const told: string[] = []
  for (const [interval, change_] of [
    ['P5D', 'ok>overdue'],
    ['P1Y', 'overdue>ok'],
    ['P5D', 'ok>overdue'],
  ] as const) {
    await change(interval)
    await tick()
    told.push(`asset_status ${change_} write`)
    expect(await changesOf(company, asset.uuid)).toEqual(told)
  }
  await updateSite(company.admin, { id: site.id, address: { timezone: 'Asia/Tokyo' } })
  await tick()
  expect(await changesOf(company, asset.uuid)).toEqual(told)
  expect(await shown()).toEqual(before)
  expect(await db.prisma.stateRecheck.count({ where: { companyId: company.companyId } })).toBe(0)
})

it.each(['asset', 'asset after a change of its type', 'job', 'finding'])(
  'waits for a locked %s, and then records what the write has not',
  async (kind) => {
    const company = await newCompany(db)
    const { companyId } = company
    const type = await newAssetType(company, { intervalDays: kind === 'asset' ? 7 : 700 })
    const newOld = () => newAsset(company, { typeId: type.id, createdAt: inDays(-8) })
    const newLate = () =>
      newJob(company, { scheduledStart: inDays(-2), scheduledEnd: new Date(Date.now() - 30_000) })
    const { id: assetId } = await newOld()
    const newOverdue = () => newFinding(company, { assetId, dueAt: new Date(Date.now() - 30_000) })
    const make = kind === 'job' ? newLate : kind === 'finding' ? newOverdue : newOld
    const [record, other] = [await make(), await make()]
    await db.prisma.stateChange.deleteMany({ where: { companyId } })
    if (kind.startsWith('asset after'))
      await updateAssetType(company.admin, { id: type.id, inspectionInterval: 'P7D' })
    if (db.embedded) return
    const client = await db.pool.connect()
    onTestFinished(() => {
      client.release()
    })
    const [table = ''] = kind.split(' ')
    await client.query('begin')
    const lock = `select 1 from ${table} where company_id = $1 and id = $2 for update`
    await client.query(lock, [companyId, record.id])
    await resetTicker()
    await tickOn()
    expect(await changesOf(company, other.uuid)).toHaveLength(1)
    expect(await changesOf(company, record.uuid)).toEqual([])
    expect(await tickStates(serviceDatabase())).toBe(false)
    await client.query('commit')
    await tickOn()
    expect(await changesOf(company, record.uuid)).toEqual(await changesOf(company, other.uuid))
  },
)

it('records each change once if two instances tick while inspections are recorded', async () => {
  const company = await newCompany(db)
  const type = await newAssetType(company, { intervalDays: 7 })
  const zone = await newZone(company)
  const made = Array.from({ length: 60 }, () =>
    newAsset(company, { typeId: type.id, zoneId: zone.id, createdAt: inDays(-8) }),
  )
  const assets = await Promise.all(made)
  await resetTicker()
  const stops = [serviceDatabase(), databaseOfOtherInstance()].map((each) =>
    startTicker(each, silentLog, 5),
  )
  const again = setInterval(() => {
    endPause().catch(() => undefined)
  }, 20)
  onTestFinished(async () => {
    clearInterval(again)
    await Promise.all(stops.map((stop) => stop()))
  })
  await Promise.all(
    assets
      .slice(0, 30)
      .map(({ id }) => recordInspection(company.technician, { assetId: id, outcome: 'passed' })),
  )
  await expect
    .poll(async () => (await changesOf(company)).filter((each) => each === overdue).length)
    .toBe(60)
  const perAsset = await Promise.all(assets.map(({ uuid }) => changesOf(company, uuid)))
  expect(perAsset.map((each) => each.join(', ')).sort()).toEqual([
    ...Array<string>(30).fill(overdue),
    ...Array<string>(30).fill(`${overdue}, asset_status overdue>ok write`),
  ])
})

it('agrees with the status that clients read, for intervals and time zones of all kinds', async () => {
  const company = await newCompany(db)
  const random = new Random('zones')
  const timezones = [null, 'Europe/London', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/Havana']
  const zones = await Promise.all(
    timezones.map(async (timezone) =>
      newZone(company, { siteId: (await newSite(company, { timezone })).id }),
    ),
  )
  const intervals = [
    { months: 1, days: null },
    { months: 1, days: 1 },
    { months: null, days: 1 },
    { months: 12, days: null },
  ]
  const types = await Promise.all(
    intervals.map(({ months, days }) =>
      newAssetType(company, { intervalMonths: months, intervalDays: days }),
    ),
  )
  for (let index = 0; index < 120; index += 1) {
    const type = types[index % types.length]!
    const { months, days } = intervals[index % types.length]!
    const length = (months ?? 0) * 30.4 + (days ?? 0)
    await newAsset(company, {
      typeId: type.id,
      zoneId: zones[index % zones.length]!.id,
      createdAt: new Date(Date.now() - length * DAY_MS + (random.fraction() - 0.5) * 60 * HOUR_MS),
    })
  }
  // Only what became due since then is looked for.
  await db.prisma.company.update({
    where: { id: company.companyId },
    data: { createdAt: inDays(-400) },
    select: { id: true },
  })
  await tick(new Date(), inDays(-5))
  const { data } = await graph(company.admin)(
    '{ assets(filter: { overdue: true }) { totalCount } }',
  )
  expect(data.assets.totalCount).toBeGreaterThan(20)
  expect((await changesOf(company)).filter((each) => each === overdue)).toHaveLength(
    data.assets.totalCount,
  )
})
