import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { newAsset, newCompany, newSite, newZone, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service } from '../support/graphql.js'
import { openHttpProxy, page } from '../support/http-proxy.js'

const db = testDatabase()

let target: string
let company: TestCompany
let siteId: string
let key: string
let codes: string[]
beforeAll(async () => {
  target = await service()
  company = await newCompany(db)
  const site = await newSite(company, { name: 'Dover' })
  siteId = site.uuid
  const zone = await newZone(company, { siteId: site.id })
  codes = Array.from({ length: 120 }, (_, index) => `A-${index}`)
  const nextInspection = new Date('2026-01-01T10:00:00Z')
  for (const code of codes) await newAsset(company, { code, zoneId: zone.id, nextInspection })
  const actsAs = company.admin.viewer.userId
  const scopes = ['READ', 'ADMIN_WRITE'] as const
  ;({ key } = await createApiKey(company.admin, { name: 'script', actsAs, scopes }))
})

/** Runs a program against a proxy of the service. */
async function setUp(command: string, file: string) {
  const front = await openHttpProxy(() => target)
  const run = async (args: readonly string[], apiKey = key) => {
    const env = {
      ...process.env,
      FIELD_INSPECTION_URL: `${front.address}/graphql`,
      FIELD_INSPECTION_API_KEY: apiKey,
    }
    const child = spawn(command, [`examples/http/${file}`, ...args], { env })
    const closed = once(child, 'close') as Promise<[number]>
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { status: (await closed)[0], stdout, stderr }
  }
  return { front, run }
}

const programs = [
  ['python3', 'field_inspection.py'],
  ['sh', 'field-inspection.sh'],
] as const

/** What a program needs: Python, or curl. */
const isInstalled = (command: string) =>
  spawnSync(command === 'sh' ? 'curl' : command, ['--version']).status === 0

describe.each(programs)('%s %s', (command, file) => {
  it.runIf(isInstalled(command))('reads all pages of a list', async () => {
    const { run } = await setUp(command, file)
    const { status, stdout, stderr } = await run(['overdue'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.match(/\bA-\d+\b/g)).toEqual(codes)
  })

  it.runIf(isInstalled(command))('executes a mutation once, although it is repeated', async () => {
    const { front, run } = await setUp(command, file)
    // The service stores the result of each idempotency key.
    const { companyId } = company
    const stored = () => db.prisma.idempotencyKey.count({ where: { companyId } })
    const before = await stored()
    let requests = 0
    front.handle = async (_, forward) => {
      const answer = await forward()
      return (requests += 1) === 1 ? page(503) : answer
    }
    const { status, stdout } = await run(['rename-site', siteId, `Harbour ${file}`])
    expect([status, stdout]).toEqual([0, expect.stringMatching(`^[^<]*Harbour ${file}`)])
    expect(requests).toBe(2)
    expect(await stored()).toBe(before + 1)
  })

  it.runIf(command === 'python3' && isInstalled(command))(
    'waits until the date in Retry-After, at most two minutes',
    async () => {
      const { front, run } = await setUp(command, file)
      const answers = [0, 3_600_000].map((ms) =>
        page(503, { 'retry-after': new Date(Date.now() + ms).toUTCString() }),
      )
      front.handle = async (_, forward) => answers.shift() ?? forward()
      const { status, stderr } = await run(['overdue'])
      expect([status, stderr]).toEqual([1, 'The response is not JSON.\n'])
      expect(front.bodies).toHaveLength(2)
    },
  )

  it.runIf(command === 'python3' && isInstalled(command))(
    'repeats a request whose response is incomplete',
    async () => {
      const { front, run } = await setUp(command, file)
      front.handle = async (_, forward) => {
        front.handle = (_body, next) => next()
        const answer = await forward()
        const headers = { ...answer.headers, 'content-length': String(answer.body.length) }
        return { ...answer, headers, body: answer.body.slice(0, 20) }
      }
      const { status, stdout } = await run(['overdue'])
      expect([status, stdout.match(/\bA-\d+\b/g)]).toEqual([0, codes])
    },
  )

  it.runIf(isInstalled(command))('fails with the message of the service', async () => {
    const { run } = await setUp(command, file)
    const refused = await run(['overdue'], 'wrong')
    expect(refused.status).not.toBe(0)
    expect(refused.stdout + refused.stderr).toMatch(/API key|credential|token|sign in/i)
    expect((await run([])).status).not.toBe(0)
  })
})
