import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Pool } from 'pg'
import type { Database } from '../../src/db/connect.js'
import { createDispatch } from '../../src/db/dispatch/dispatch.js'
import { readConfig } from '../../src/config.js'
import { createContext } from '../../src/graphql/context.js'
import { createSqlAnswers } from '../../src/graphql/sql-answer/answer.js'
import { createDocumentStore } from '../../src/graphql/server/document-store.js'
import { createPreparer } from '../../src/graphql/operation/prepared-request.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import { createApollo } from '../../src/graphql/server/apollo.js'
import { newMeter } from '../support/meter.js'
import { noThrottle } from '../support/sessions.js'

const DOCUMENTS = 10_000
/** More documents than the caches hold. */
const ENOUGH = 5000
const MAX_NAMES = 500
const MEGABYTE = 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heap = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / MEGABYTE
}

/** A different document for each number, like a client that writes values into its queries. */
const documentOf = (number: number) =>
  `{ sites(first: 5, offset: ${number}, filter: { search: "Site ${number}" }) { nodes { id name
     zones(first: ${1 + (number % 99)}) { nodes { name } } } } }`

it(
  `keeps no more of ${DOCUMENTS} documents, each compiled, than of ${ENOUGH}`,
  { timeout: 90_000 },
  async () => {
    const names = new Set<string>()
    const services = { db: createDispatch(emptyPool(names)) as Database, throttle: noThrottle }
    const schema = createSchema()
    const documents = createDocumentStore()
    const preparer = createPreparer(schema, readConfig({}))
    const options = { openIntrospection: false, sqlAnswers: true, documents, preparer }
    const apollo = createApollo(schema, options)
    const find = (text: string) => documents.find(text)
    const answerWithSql = createSqlAnswers(schema, services.db, find, preparer)
    await apollo.start()
    const credentials = { token: 'token', apiKey: undefined }
    const run = async (number: number) => {
      const contextValue = createContext(services, {
        credentials,
        address: '::1',
        requestId: '',
        report: () => {},
        meter: newMeter(),
      })
      const { body } = await apollo.executeOperation(
        { query: documentOf(number) },
        { contextValue },
      )
      if (body.kind !== 'single' || body.singleResult.errors) throw new Error(JSON.stringify(body))
    }
    const runSql = async (number: number) => {
      const request = { query: documentOf(number), variables: {} }
      const report = (error: unknown) => {
        throw error
      }
      const text = await answerWithSql(request, { credentials, report, meter: newMeter() })
      if (text !== '{"data":{}}\n') throw new Error(text)
    }

    let filled = 0
    for (let number = 0; number < DOCUMENTS; number += 1) {
      await run(number)
      // Compiled the second time.
      await run(number)
      // Prepared the second time, and then remembered.
      for (let time = 0; time < 3; time += 1) await runSql(number)
      if (number === ENOUGH) filled = heap()
    }
    const full = heap()
    expect(full - filled).toBeLessThan(20)
    expect(names.size).toBeLessThanOrEqual(MAX_NAMES)
    await apollo.stop()
  },
)

/** A stub of the database: it has one session and no rows, and collects the names of prepared statements. */
function emptyPool(names: Set<string>): Pool {
  const session = { sessionId: '', audience: 'graphql', userId: 1, companyId: 1, role: 'admin' }
  const query = async ({ name, text }: { name?: string; text: string }) => {
    if (name === 'authenticate') return { rows: [session] }
    if (name) names.add(name)
    return { rows: text.startsWith('select case when') ? [['{}']] : [] }
  }
  const connect = () => Promise.resolve({ query, release: () => {} })
  return { query, connect, options: { connectionTimeoutMillis: 1000 } } as unknown as Pool
}
