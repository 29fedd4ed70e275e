import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { Client } from '../../examples/client/client.js'
import { CreateClientDocument } from '../graphql/generated/graphql.js'
import { ownDatabase } from '../support/own-database.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'

const PASSWORD = 'a password of the admin'
const EMAIL = 'ann@harbour.example'

/**
 * A TCP proxy to a PostgreSQL server. After `stopAtCommit`, it forwards the next `commit`, and then nothing that the server
 * sends: the transaction is committed, but the service does not learn it.
 */
async function openCommitProxy(serverUrl: string) {
  const target = new URL(serverUrl)
  let armed = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    let stopped = false
    client.on('data', (data) => {
      if (armed && data.includes('commit\0')) stopped = true
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (!stopped) client.write(data)
    })
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    stopAtCommit: () => {
      armed = true
    },
  }
}

it.skipIf(!process.env['DATABASE_URL'])(
  'a write whose process is killed between the commit and the response is not repeated',
  async () => {
    const { env, folder, remove } = await ownDatabase()
    onTestFinished(remove)
    const passwordFile = `${folder}/password`
    await writeFile(passwordFile, PASSWORD, { mode: 0o600 })
    const proxy = await openCommitProxy(env.DATABASE_URL)
    const first = startServiceProcess({
      ...env,
      DATABASE_URL: proxy.url,
      BOOTSTRAP_COMPANY: 'Harbour',
      BOOTSTRAP_ADMIN_EMAIL: EMAIL,
      BOOTSTRAP_ADMIN_PASSWORD_FILE: passwordFile,
    })
    const killed = await addressOf(first)
    const other = await addressOf(startServiceProcess(env))

    const signIn = async (address: string, attempts: number) => {
      const client = new Client({ url: `${address}/graphql`, retries: { attempts } })
      await client.signIn(EMAIL, PASSWORD)
      return client
    }
    const create = (client: Client, legalName: string, idempotencyKey: string) =>
      client.request(CreateClientDocument, { input: { legalName } }, { idempotencyKey })
    const key = randomUUID()
    const [before, after] = [await signIn(killed, 1), await signIn(other, 8)]
    // Its statements are prepared before the proxy stops one.
    await create(before, 'Before', randomUUID())

    const db = new pg.Client({ connectionString: env.DATABASE_URL })
    await db.connect()
    const ids = async () => {
      const { rows } = await db.query<{ id: number }>(
        `select id from client where legal_name = 'Once'`,
      )
      return rows.map(({ id }) => id)
    }
    proxy.stopAtCommit()
    const unanswered = create(before, 'Once', key).then(
      () => 'answered',
      () => 'cut',
    )
    await expect.poll(ids).toHaveLength(1)
    first.kill('SIGKILL')
    expect(await unanswered).toBe('cut')

    const retries = Array.from({ length: 10 }, () => create(after, 'Once', key))
    for (const { createClient } of await Promise.all(retries)) {
      expect(createClient).toMatchObject({
        client: { databaseId: (await ids())[0] },
        userErrors: [],
      })
    }
    expect(await ids()).toHaveLength(1)
    await db.end()
  },
)
