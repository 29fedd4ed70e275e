import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 as newUuid } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { Random } from '../../src/demo/random.js'
import { deleteExpired, deleteObjects } from '../../src/domain/cleanup/cleanup.js'
import { checkDocuments, unknownObjects } from '../../src/domain/document/check-documents.js'
import { objectName } from '../../src/domain/document/objects.js'
import { createOperator } from '../../src/domain/operator.js'
import { PLACES } from '../../src/storage/stores.js'
import * as files from '../set-a/files.js'
import { newCompany } from '../support/builders.js'
import { startProcess } from '../support/child-process.js'
import { type TestDatabase, withOwnStatements } from '../support/own-statements.js'
import { PATIENT } from '../support/patient-settings.js'
import { startS3Server } from '../support/s3-server.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { ask, startService } from './service.js'

/** How often the service is killed with each store. `npm run load -- kill-documents` kills it a hundred times. */
const KILLS = Number(process.env['KILLS'] ?? 2)
const SEED = process.env['SEED'] ?? '1'
const server = process.env['DATABASE_URL'] ?? ''

const CLIENTS = 6
/**
 * The service is killed up to this many milliseconds after it has begun to listen, while the cleanup runs, or after this many
 * uploads.
 */
const MAX_MS = 700
const MIN_UPLOADS = 10
const MAX_BYTES = 900_000

const ATTACH = `mutation ($ids: [ID!]!) { createClient(input: { legalName: "Kill", documentIds: $ids }) {
  client { id } userErrors { code } } }`
const REMOVE = `mutation ($id: ID!) { removeDocument(input: { id: $id }) { userErrors { code } } }`

it.runIf(server).each(PLACES)(
  'loses nothing that is attached, and keeps nothing else, over kill -9 with the store %s',
  async (place) => {
    const s3 = await startS3Server()
    const stores = { DOCUMENT_FOLDER: await temporaryFolder(), ...s3.env, DOCUMENT_STORAGE: place }
    const source = await createServerDatabase(server)
    onTestFinished(source.close)
    const db = withOwnStatements(
      connectSource(source, readConfig({ ...PATIENT, ...stores }), silentLog),
    )
    const { admin } = await newCompany(db)
    const { accessToken } = await newSession(admin)
    const env = { ...stores, DATABASE_URL: source.url, DATABASE_POOL_SIZE: '4' }
    const random = new Random(`${SEED} ${place}`)
    const clients = new Clients(accessToken, random)

    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await startService(env)
      const enough = clients.uploads + MIN_UPLOADS
      const running = clients.run(service.address)
      // The command moves what the clients upload and attach.
      const to = random.pick(PLACES)
      const mover = startProcess('src/admin.ts', env, 'documents', 'move', '--to', to)
      if (kill === 0 || random.chance(0.7))
        await expect.poll(() => clients.uploads).toBeGreaterThan(enough)
      await delay(random.integer(0, MAX_MS))
      service.process.kill('SIGKILL')
      await service.process.exited('SIGKILL')
      await running
      await delay(random.integer(0, MAX_MS))
      await mover.destroy()
      // Some of what was left behind is now a day old: the cleanup of the next start deletes it.
      await age(db, random.integer(0, 2))
    }

    const service = await startService(env)
    for (const [id, sha256] of clients.attached)
      expect(await clients.download(service.address, id), id).toBe(sha256)
    service.process.kill('SIGTERM')
    await service.process.exited(0)
    await age(db, 1)
    while ((await deleteExpired(db, 0)) > 0);
    while (await deleteObjects(db));
    const found = await expectExact(db)
    await db.close()
    const { attached, uploads } = clients
    // A service that is killed answers nothing; one that starts or stops answers 503.
    expect([...clients.statuses.keys()].filter((key) => /\b(500|502|504)$/.test(key))).toEqual([])
    expect(attached.size, JSON.stringify([...clients.statuses])).toBeGreaterThan(0)
    console.log(
      `${place}: ${KILLS} times kill -9, ${uploads} uploads, ${attached.size} acknowledged attachments, ${found}: exact`,
    )
  },
  7_200_000,
)

/** Makes each `every`th row of unfinished work a day old; 0: none. */
async function age(db: TestDatabase, every: number): Promise<void> {
  if (every === 0) return
  for (const table of ['document_upload', 'document_object'])
    await db.pool.query(
      `update ${table} set created_at = created_at - interval '25 hours'
       where created_at > now() - interval '25 hours' and hashtext(key::text) % $1 = 0`,
      [every],
    )
}

/** Every document belongs to a record and has its bytes, and there are no other bytes anywhere. */
async function expectExact(db: TestDatabase): Promise<string> {
  const problems: unknown[] = []
  const operator = createOperator(db)
  const documents = await checkDocuments(operator, true, (problem) => problems.push(problem))
  for await (const unknown of unknownObjects(operator)) problems.push(unknown)
  const { rows: wrong } = await db.pool.query(`
    select 'upload' as found, key::text from document_upload
    union all select 'without record', uuid::text from document where client_id is null
    union all select 'parts', key::text from document_content c
      where position = 0 and not exists (select from document d where d.content_key = c.key)
    union all select 'object', key::text from document_object o
      where stored_at is null or condemned_at is not null or not exists (select from document d where d.content_key = o.key)
    union all select 'twice', key::text from document_object o
      where exists (select from document_content c where c.key = o.key)`)
  expect([...problems, ...wrong]).toEqual([])
  const objects = await db.prisma.documentObject.findMany()
  for (const store of db.stores.names) {
    const names: string[] = []
    for await (const name of db.stores.require(store).list()) names.push(name)
    const named = objects.filter((object) => object.store === store).map(objectName)
    expect(names.sort()).toEqual(named.sort())
  }
  return `${documents} documents, ${objects.length} objects`
}

/** Clients that upload files, attach most of them, some only after a restart, and remove some. */
class Clients {
  /** The SHA-256 of each document whose attachment was acknowledged. */
  readonly attached = new Map<string, string>()
  uploads = 0
  /** How often each status was the response. */
  readonly statuses = new Map<string, number>()
  private readonly waiting: (readonly [id: string, sha256: string])[] = []
  private readonly headers: Record<string, string>

  constructor(
    private readonly token: string,
    private readonly random: Random,
  ) {
    this.headers = { authorization: `Bearer ${token}` }
  }

  /** Resolves when the service is dead. */
  async run(address: string): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, () => this.runOne(address)))
  }

  async download(address: string, id: string): Promise<string> {
    const response = await fetch(`${address}/documents/${id}`, { headers: this.headers })
    if (response.status === 410) return this.attached.get(id) ?? ''
    const content = Buffer.from(await response.arrayBuffer())
    return createHash('sha256').update(content).digest('hex')
  }

  private async runOne(address: string): Promise<void> {
    for (;;) {
      const content = Buffer.concat([files.pdf, randomBytes(this.random.integer(1, MAX_BYTES))])
      const status = await this.upload(address, newUuid(), content)
      if (status === 0) return
      if (this.random.chance(0.3)) continue
      const index = this.random.integer(0, this.waiting.length - 1)
      const [[id, sha256] = []] = this.waiting.splice(index, 1)
      if (id === undefined || sha256 === undefined) continue
      const { status: code, data } = await ask(address, ATTACH, { ids: [id] }, this.token)
      this.count('attach', code)
      if (code === 0) return
      // The cleanup may have deleted it.
      if (data?.createClient?.client) this.attached.set(id, sha256)
      if (this.random.chance(0.1)) await ask(address, REMOVE, { id }, this.token)
    }
  }

  private count(what: string, status: number): void {
    const key = `${what} ${status}`
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1)
  }

  private async upload(address: string, id: string, content: Buffer): Promise<number> {
    const form = new FormData()
    form.set('id', id)
    form.set('file', new Blob([new Uint8Array(content)]), 'a.pdf')
    try {
      const init = { method: 'POST', headers: this.headers, body: form }
      const response = await fetch(`${address}/documents`, init)
      const { sha256 } = (await response.json()) as { sha256?: string }
      if (sha256 !== undefined) this.waiting.push([id, sha256])
      this.uploads += 1
      this.count('upload', response.status)
      return response.status
    } catch {
      return 0
    }
  }
}
