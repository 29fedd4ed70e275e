import type { Database } from '../../src/db/connect.js'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type ExecutionResult, getOperationAST, OperationTypeNode, parse, validate } from 'graphql'
import { expect } from 'vitest'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import { openSession } from '../../src/domain/credential/session.js'
import { createThrottle } from '../../src/domain/credential/throttle.js'
import type { Domain } from '../../src/domain/domain.js'
import { type Context, createContext } from '../../src/graphql/context.js'
import { createPreparer, type Preparer } from '../../src/graphql/operation/preparer.js'
import { createWebhookQueries } from '../../src/graphql/server/webhook-queries.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import { executeResolvers } from '../../src/graphql/server/executor.js'
import { afterFile } from './after-file.js'
import { closeApp } from './close-app.js'
import { testDatabase } from './database.js'
import { serverRequest } from './server-request.js'
import { serviceDatabaseOf } from './service-database.js'
import { noteSecrets, traceLog } from './trace-log.js'
import { PATIENT } from './patient-settings.js'

export interface GraphAnswer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows its query
  readonly data: any
  readonly errors?: readonly {
    message: string
    path?: (string | number)[]
    extensions: Record<string, unknown>
  }[]
}

type Variables = Record<string, unknown>

export const schema = createSchema()
const own = readConfig(PATIENT)
const webhooks = {
  queries: createWebhookQueries(schema, createPreparer(schema, own)),
  settings: own.webhooks,
}
let preparer: Preparer | undefined
let maxComplexity: string | undefined
let address: Promise<string> | undefined
const started: FastifyInstance[] = []
afterFile(async () => {
  address = preparer = maxComplexity = undefined
  await Promise.all(started.splice(0).map(closeApp))
})

/** Starts the service on a free port, with the test's database unless another is given. Returns its URL. */
export async function startService(
  env: Record<string, string> = {},
  db: Database = testDatabase(),
): Promise<string> {
  const app = await createApp(
    readConfig({
      LOGIN_ATTEMPTS_PER_MINUTE: '1000',
      MAX_SESSIONS_PER_USER: '10000',
      ...PATIENT,
      SQL_ANSWERS: process.env['SQL_ANSWERS'],
      MAX_COMPLEXITY: maxComplexity,
      ...env,
    }),
    serviceDatabaseOf(db),
    traceLog,
  )
  started.push(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** The URL of the service that a file's tests share. */
export const service = (): Promise<string> => (address ??= startService())

/** Posts a document over HTTP, to the shared service unless another address is given. */
export async function post(
  query: string,
  variables: Variables = {},
  headers: Record<string, string> = {},
  address = service(),
): Promise<GraphAnswer> {
  const sent = JSON.stringify({ query, variables })
  const response = await fetch(`${await address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: sent,
  })
  const received = await response.text()
  noteSecrets(sent, headers)
  noteSecrets(received)
  const body = JSON.parse(received) as Omit<GraphAnswer, 'status' | 'headers'>
  return { ...body, status: response.status, headers: response.headers }
}

/**
 * How a query is sent again. The first time, its SQL statement was new. The second time, it is prepared. The third time, its text is new and
 * has the shape of the others, so it has the same statement, whose answer may be kept.
 */
const AGAIN = ['the second time', 'with a new text']

/** An access token for the user of a domain. */
export async function tokenOf({ db, viewer }: Domain): Promise<string> {
  const { accessToken } = await openSession(db, viewer, 'graphql')
  return accessToken
}

/**
 * Executes documents as the user of a domain. A query runs with both executors: several times over HTTP, where one SQL
 * statement may produce the response, and once with the resolvers only. All responses must be equal.
 */
export function graph(domain: Domain) {
  let token: Promise<string> | undefined
  return async (query: string, variables: Variables = {}): Promise<GraphAnswer> => {
    const authorization = `Bearer ${await (token ??= tokenOf(domain))}`
    const answer = await post(query, variables, { authorization })
    if (getOperationAST(parse(query))?.operation === OperationTypeNode.QUERY) {
      for (const time of AGAIN) {
        const text = time === 'with a new text' ? `${query} # ${randomUUID()}` : query
        const again = await post(text, variables, { authorization })
        expect(JSON.stringify(again.data), time).toBe(JSON.stringify(answer.data))
        expect(byPath(again.errors), time).toEqual(byPath(answer.errors))
      }
      if (!answer.errors) {
        expect(await resolved(domain, query, variables), 'resolvers').toEqual(answer.data)
      }
    }
    return answer
  }
}

/** Errors in the order of their paths. In a response, they are in the order in which they occurred. */
const byPath = (errors: GraphAnswer['errors']) =>
  errors?.toSorted((one, other) => String(one.path).localeCompare(String(other.path)))

/** Lets the tests of a file search and count more in one request than a client may. To be called before them. */
export function allowMoreCost(): void {
  maxComplexity = '10000000'
}

/** The data of a query from the resolvers, without HTTP, Apollo and the SQL executor. */
export async function resolved(
  domain: Domain,
  query: string,
  variables: Variables = {},
  operationName?: string,
): Promise<unknown> {
  const { data, errors } = await runResolvers(domain, query, variables, operationName)
  expect(errors).toBeUndefined()
  return JSON.parse(JSON.stringify(data)) as unknown
}

/** Prepares a query and runs its resolvers. */
export async function runResolvers(
  domain: Domain,
  query: string,
  variables: Variables = {},
  operationName?: string,
): Promise<ExecutionResult> {
  preparer ??= createPreparer(schema, readConfig({ MAX_COMPLEXITY: maxComplexity }))
  const document = parse(query)
  expect(validate(schema, document), query).toEqual([])
  const definition = getOperationAST(document, operationName)
  if (!definition) throw new Error(`expected an operation, got ${query}`)
  const context = contextOf(domain)
  context.preparation = preparer.prepare(preparer.operationOf(document, definition), variables)
  return executeResolvers(preparer.executionSchema, context, { sql: false })
}

function contextOf({ db, viewer }: Domain): Context {
  const request = {
    request: serverRequest(db),
    report: () => {},
    reportCost: () => {},
    session: { sessionId: '', audience: 'graphql' as const, viewer },
  }
  const throttle = createThrottle(db, 1000)
  const limits = { invitationsPerHour: 100, maxInspectionAgeYears: 30, maxSessionsPerUser: 50 }
  return createContext({ db, throttle, sendsMail: true, ...limits, webhooks }, request)
}
