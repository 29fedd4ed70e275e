import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Database } from '../../../src/db/connect.js'
import { Sender } from '../../../src/db/dispatch/sender.js'
import { PLAIN_SERVER } from '../../../src/db/server-kind.js'
import { Queues } from '../../../src/db/dispatch/queues.js'
import type { ServicePool } from '../../../src/db/dispatch/service-pool.js'
import { readConfig } from '../../../src/config/config.js'
import { createContext } from '../../../src/graphql/context.js'
import { createSqlAnswers } from '../../../src/graphql/sql-answer/answer.js'
import { createDocumentStore } from '../../../src/graphql/server/document-store.js'
import { compileSchema } from '../../../src/graphql/server/compile-schema.js'
import { createApollo } from '../../../src/graphql/server/apollo.js'
import { serverRequest } from '../../support/server-request.js'
import { noThrottle } from '../../support/sessions.js'

const DOCUMENTS = 1200
/** More documents than the caches hold. */
const ENOUGH = 800
const MAX_NAMES = 500
const MEGABYTE = 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heap = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / MEGABYTE
}

/** The caches are full with fewer documents if these are longer. */
const COMMENT = `#${'-'.repeat(5000)}\n`

/** A different document for each number, like a client that writes values into its queries. */
const documentOf = (number: number) =>
  `${COMMENT}{ sites(first: 5, offset: ${number}, filter: { search: "Site ${number}" }) { nodes { id name
     zones(first: ${1 + (number % 99)}) { nodes { name } } } } }`

// It sends nothing to the database, so that the run with one is enough.
it.skipIf(!process.env['DATABASE_URL'])(
  `keeps no more of ${DOCUMENTS} documents, each compiled, than of ${ENOUGH}`,
  async () => {
    const names = new Set<string>()
    const db = new Sender(
      new Queues(emptyPool(names), PLAIN_SERVER),
      undefined,
    ) as unknown as Database
    Object.assign(db, { forCaller: () => db, readingAt: () => db })
    const limits = { invitationsPerHour: 1, maxInspectionAgeYears: 1, maxSessionsPerUser: 1 }
    const { schema, preparer, webhookQueries: queries } = compileSchema(readConfig({}))
    const webhooks = { queries, settings: readConfig({}).webhooks }
    const services = { db, throttle: noThrottle, sendsMail: false, ...limits, webhooks }
    const documents = createDocumentStore(schema)
    const options = { openIntrospection: false, sqlAnswers: true, documents, preparer }
    const apollo = createApollo(schema, options)
    const find = (text: string) => documents.find(text)
    const answerWithSql = createSqlAnswers(schema, services.db, find, preparer)
    await apollo.start()
    const run = async (number: number) => {
      const contextValue = createContext(services, {
        request: serverRequest(db, { token: 'token' }),
        report: () => {},
        reportCost: () => {},
      })
      const { body } = await apollo.executeOperation(
        { query: documentOf(number) },
        { contextValue },
      )
      if (body.kind !== 'single' || body.singleResult.errors) throw new Error(JSON.stringify(body))
    }
    const runSql = async (number: number) => {
      const request = { query: documentOf(number), variables: {} }
      const answer = await answerWithSql(request, {
        request: serverRequest(db, { token: 'token' }),
        report: (error) => {
          throw error
        },
        reportCost: () => {},
      })
      if (answer?.text !== '{"data":{}}\n') throw new Error(answer?.text)
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
    expect(full - filled).toBeLessThan(8)
    expect(names.size).toBeLessThanOrEqual(MAX_NAMES)
    await apollo.stop()
  },
)

/** A stub of the database: it has one session and no rows, and collects the names of prepared statements. */
function emptyPool(names: Set<string>): ServicePool {
  const user = { userId: 1, companyId: 1, role: 'admin' }
  const session = { sessionId: '', audience: 'graphql', ...user, keys: [] }
  const query = async ({ name, text }: { name?: string; text: string }) => {
    if (name === 'authenticate') return { rows: [session] }
    if (name) names.add(name)
    return { rows: text.startsWith('select case when') ? [['{}']] : [] }
  }
  const stream = { cork: () => {}, uncork: () => {} }
  const connectWithin = async () => ({ query, release: () => {}, connection: { stream } })
  const limits = { queueTimeoutMs: 1000, maxWaitMs: 1000, readTimeoutMs: 1000 }
  return { connectWithin, options: { max: 10 }, limits } as unknown as ServicePool
}
