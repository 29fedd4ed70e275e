import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { Demo } from '../../src/demo/demo-file.js'
import { startNode } from '../support/child-process.js'
import { runnable } from '../support/runnable.js'
import { directUrl } from '../support/direct-url.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { addressOf } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { buildLastRelease, hasLastRelease, isShallow } from './last-release.js'
import { type Operation, signedInOperations } from './operations.js'
import { isFailure, type Outcome, send, startLoad } from './steady-load.js'

const PER_SECOND = 20

/** How long a load balancer may send requests to an instance that is stopping. `SHUTDOWN_DELAY_MS` is 1 s. */
const NOTICE_MS = 500

const server = process.env['DATABASE_URL'] ?? ''
const canBuild = hasLastRelease()

if (!server) console.log('Skipped: set DATABASE_URL to test against a PostgreSQL server.')

it.runIf(process.env['CI'] && !isShallow())('has the commit of the last release', () => {
  expect(canBuild).toBe(true)
})

it.runIf(server && canBuild)(
  'instances of the last release and of this one serve a database together, without a failed request',
  async () => {
    const { startLastRelease, startThis, demo } = await releaseWithDemo()
    const old = await startLastRelease()
    const operations = await signedInOperations(old.address, demo)
    const load = startLoad(operations, PER_SECOND)
    onTestFinished(load.stop)
    load.sendTo(old.address)
    await delay(500)

    const recent = await startThis()
    const afterMigration = load.outcomes.length
    const both = () => load.outcomes.slice(afterMigration)
    load.sendTo(old.address, recent.address)
    for (const { address } of [old, recent]) {
      const served = () => both().filter(({ instance }) => instance === address)
      await expect.poll(() => namesOf(served())).toEqual(namesOf(allOf(operations)))
    }
    old.process.kill('SIGTERM')
    await delay(NOTICE_MS)
    load.sendTo(recent.address)
    await old.process.exited(0)
    await load.stop()

    expect(load.outcomes.filter(isFailure)).toEqual([])
    await expectWritten(recent.address, operations, both())

    // Back out: the last release starts on the database that this one has migrated.
    const again = await startLastRelease()
    const outcomes = await Promise.all(
      operations.map(async (operation, index) => {
        const number = 10_000 + index
        const outcome = await send(again.address, operation, number)
        return { ...outcome, operation, number, instance: again.address }
      }),
    )
    expect(outcomes.filter(isFailure)).toEqual([])
    await expectWritten(recent.address, operations, outcomes)
  },
)

/**
 * A database with demo data, created by the last release, and functions that start instances on it. The last release cannot
 * work through PgBouncer.
 */
async function releaseWithDemo() {
  const folder = await temporaryFolder()
  await buildLastRelease(folder)
  const database = await createEmptyDatabase(server)
  onTestFinished(database.drop)
  const start = (url: string, ...args: string[]) => {
    const child = startNode(
      {
        DATABASE_URL: url,
        DATA_DIR: folder,
        NODE_ENV: 'development',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'info',
      },
      ...args,
    )
    onTestFinished(child.destroy)
    return child
  }
  const startService = async (...args: [url: string, ...string[]]) => {
    const process = start(...args)
    return { process, address: await addressOf(process) }
  }
  const unpooled = directUrl(database.url)
  await start(unpooled, join(folder, 'dist/demo/seed.js')).exited(0)
  return {
    demo: JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')) as Demo,
    startLastRelease: () => startService(unpooled, join(folder, 'dist/main.js')),
    startThis: () => startService(database.url, ...runnable('src/main.ts')),
  }
}

const allOf = (operations: readonly Operation[]) => operations.map((operation) => ({ operation }))

const namesOf = (outcomes: readonly Pick<Outcome, 'operation'>[]) =>
  [...new Set(outcomes.map(({ operation }) => operation.name))].sort()

const WRITTEN = `query ($ids: [ID!]!) {
  viewer { user { id } }
  nodes(ids: $ids) {
    id ... on Client { legalName } ... on Asset { code } ... on Inspection { note } ... on Zone { name }
  }
  auditLog(first: 100, filter: { recordIds: $ids, actions: [CREATED] }) { nodes { recordId user { id } } }
}`

/**
 * Expects that the instance at `address` reads the records that the requests have written, and an audit entry for each. The
 * entry has the user; an instance of a release without an audit log leaves entries without a user.
 */
async function expectWritten(
  address: string,
  operations: readonly Operation[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const headers = operations[0]?.headers ?? {}
  const written = outcomes.flatMap(({ operation, response, number, instance }) =>
    operation.written ? [{ ...operation.written(response, number), instance }] : [],
  )
  const last = written.slice(-100)
  const ids = last.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(4)
  const body = () => ({ query: WRITTEN, variables: { ids } })
  const { status, response } = await send(address, { path: '/graphql', headers, body }, 0)
  expect([status, response.errors]).toEqual([200, undefined])
  const { viewer, nodes, auditLog } = response.data
  for (const [index, { id, text }] of last.entries()) {
    const { id: found, ...values } = nodes[index]
    expect([found, ...Object.values(values)]).toEqual([id, text])
  }
  const entries: { recordId: string; user: { id: string } | null }[] = auditLog.nodes
  expect(entries.map(({ recordId }) => recordId).sort()).toEqual([...ids].sort())
  for (const { recordId, user } of entries) {
    const isOwn = last.some(({ id, instance }) => id === recordId && instance === address)
    expect([viewer.user.id, ...(isOwn ? [] : [undefined])]).toContain(user?.id)
  }
}
