import { expect, it, onTestFinished, vi } from 'vitest'
import { bootstrapCompany } from '../../../src/admin/bootstrap.js'
import { readConfig } from '../../../src/config/config.js'
import { connectSource, migrateSource } from '../../../src/db/connect.js'
import { serverOfCompany } from '../../../src/db/shards/companies.js'
import { serverSource } from '../../../src/db/source.js'
import { DemoCredentialsError, refuseDemoInProduction } from '../../../src/demo/demo-credentials.js'
import { LogFollower } from '../../../src/domain/log-follower/follower-worker.js'
import { BEGINNING, startFollowing } from '../../../src/domain/log-follower/position.js'
import { claimMail } from '../../../src/domain/mail/claim-mail.js'
import { claimNotices } from '../../../src/domain/notification/claim-notices.js'
import { writeDigests } from '../../../src/domain/notification/write-digests.js'
import { claimReport } from '../../../src/domain/report/claim-report.js'
import { companiesWithDeliveries } from '../../../src/domain/webhook/claim-deliveries.js'
import type { Log } from '../../../src/log/log.js'
import { PATIENT } from '../../support/patient-settings.js'
import { isSharded } from '../../support/shards.js'
import { silentLog } from '../../support/silent-log.js'
import { insertCompany, openShardedDatabase } from './sharded-database.js'

const server = process.env['DATABASE_URL'] ?? ''
const COMPANIES = [1, 2, 3, 4, 5, 6, 7, 8]
const PATIENCE = { timeout: 500_000, interval: 100 }

/** A distributed database with companies that a consumer follows, and its service. `setPort` changes where Citus looks for a worker. */
async function openDatabase() {
  const client = await openShardedDatabase(server)
  for (const id of COMPANIES) await insertCompany(client, id, `Questions ${id}`)
  const url = new URL(client.database ?? '', server).href
  const config = readConfig({ ...PATIENT, DATABASE_URL: url, NODE_ENV: 'production' })
  const kind = { isRestricted: false, isSharded: true }
  const db = connectSource(serverSource(url), config, silentLog, kind)
  onTestFinished(() => db.close())
  for (const companyId of COMPANIES)
    await startFollowing(db.forCaller({ companyId }), { companyId, consumer: 'test' }, BEGINNING)
  const setPort = (from: number, to: number) =>
    client.query('update pg_dist_node set nodeport = $2 where nodeport = $1', [from, to])
  return { client, url, config, db, setPort }
}

/** No server listens here. */
const CLOSED_PORT = 1

it.runIf(isSharded)('while a server is down, the companies of the others go on', async () => {
  const { client, db, setPort } = await openDatabase()
  const { port } = await serverOfCompany(client, 1)
  const others: number[] = []
  for (const id of COMPANIES) if ((await serverOfCompany(client, id)).port !== port) others.push(id)
  expect(others).not.toEqual([])
  await client.query(
    "insert into queued_mail (kind, email, company_id) select 'invitation', 'ann@example.com', unnest($1::int[])",
    [COMPANIES],
  )
  const followed = new Set<number>()
  const consume = ({ companyId }: { companyId: number }) => {
    followed.add(companyId)
    return Promise.resolve(undefined)
  }
  const follower = new LogFollower(db, [{ name: 'test', consume, followsAll: true }], silentLog)
  const followUntil = (companies: readonly number[]) =>
    vi.waitFor(async () => {
      while (await follower.followAll());
      expect([...followed].sort()).toEqual(companies)
    }, PATIENCE)

  await setPort(port, CLOSED_PORT)
  await followUntil(others)
  expect(await companiesWithDeliveries(db)).toEqual([])
  expect(await claimNotices(db)).toBeUndefined()
  expect(await claimReport(db, 1000)).toBeUndefined()
  expect(await writeDigests(db)).toBe(false)
  const mails: (number | null)[] = []
  for (let mail = await claimMail(db); mail; mail = await claimMail(db)) mails.push(mail.companyId)
  expect(mails.sort()).toEqual(others)

  await setPort(CLOSED_PORT, port)
  await followUntil(COMPANIES)
  for (let mail = await claimMail(db); mail; mail = await claimMail(db)) mails.push(mail.companyId)
  expect(mails.sort()).toEqual(COMPANIES)
})

it.runIf(isSharded)('an instance starts while a server is down', async () => {
  const { client, url, config, db, setPort } = await openDatabase()
  const { port } = await serverOfCompany(client, 1)
  await client.query('update company set demo = true where id = 1')
  await setPort(port, CLOSED_PORT)
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (_, message) => warnings.push(message) }

  expect(await migrateSource(serverSource(url), 60_000, log)).toMatchObject({ isSharded: true })
  const bootstrap = { company: 'New', adminEmail: 'ann@example.com', adminPasswordFile: '' }
  await bootstrapCompany(bootstrap, db, log)
  expect(warnings).toEqual([
    expect.stringContaining('the offsets of the audit log were not raised'),
    expect.stringContaining('No first company was created'),
  ])

  const found: unknown[] = []
  const onFound = (error: unknown) => found.push(error)
  const stop = await refuseDemoInProduction(db, config, { log, intervalMs: 20, onFound })
  onTestFinished(stop)
  await vi.waitFor(() => {
    expect(warnings.length).toBeGreaterThan(3)
  }, PATIENCE)
  expect(found).toEqual([])
  await setPort(CLOSED_PORT, port)
  await vi.waitFor(() => {
    expect(found).toEqual([expect.any(DemoCredentialsError)])
  }, PATIENCE)
  await expect(refuseDemoInProduction(db, config, { log, onFound })).rejects.toThrow('demo')
})
