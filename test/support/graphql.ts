import {
  execute,
  type ExecutionResult,
  getOperationAST,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { pino } from 'pino'
import { afterAll, expect } from 'vitest'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import { openSession } from '../../src/domain/credential/session.js'
import { createThrottle } from '../../src/domain/credential/throttle.js'
import type { Domain } from '../../src/domain/domain.js'
import { type Context, createContext } from '../../src/graphql/context.js'
import { createExecutor } from '../../src/graphql/executor.js'
import { createSchema } from '../../src/graphql/schema.js'
import { testDatabase } from './database.js'

export interface GraphAnswer {
  readonly status: number
  readonly headers: Headers
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer is whatever was asked for
  readonly data: any
  readonly errors?: readonly {
    message: string
    path?: (string | number)[]
    extensions: Record<string, unknown>
  }[]
}

type Variables = Record<string, unknown>

const started: { close(): Promise<unknown> }[] = []
afterAll(async () => {
  await Promise.all(started.splice(0).map((app) => app.close()))
})

/** Starts the service over the test's database, on a free port, and returns its address. */
export async function startService(env: Record<string, string> = {}): Promise<string> {
  const app = await createApp(
    readConfig({ LOGIN_ATTEMPTS_PER_MINUTE: '1000', MAX_EVENT_LOOP_DELAY_MS: '0', ...env }),
    testDatabase(),
    pino({ level: 'silent' }),
  )
  started.push(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

let address: Promise<string> | undefined

/** The address of the service that a file's tests share. */
export const service = (): Promise<string> => (address ??= startService())

/** Posts a document over HTTP. */
export async function post(
  query: string,
  variables: Variables = {},
  headers: Record<string, string> = {},
): Promise<GraphAnswer> {
  const response = await fetch(`${await service()}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
  const body = (await response.json()) as Omit<GraphAnswer, 'status' | 'headers'>
  return { ...body, status: response.status, headers: response.headers }
}

/** An access token for the user as whom a domain is seen. */
export async function tokenOf({ db, viewer }: Domain): Promise<string> {
  const { accessToken } = await openSession(db, viewer, 'graphql')
  return accessToken
}

/**
 * Runs documents as the user as whom a domain is seen. A query is run on every way there is to answer it: over HTTP
 * four times, of which all but the first may take the direct way; by graphql-js as it stands; and by graphql-jit. All must agree.
 */
export function graph(domain: Domain) {
  let token: Promise<string> | undefined
  return async (query: string, variables: Variables = {}): Promise<GraphAnswer> => {
    const authorization = `Bearer ${await (token ??= tokenOf(domain))}`
    const answer = await post(query, variables, { authorization })
    if (getOperationAST(parse(query))?.operation === OperationTypeNode.QUERY) {
      // By a statement that is new, by one that is prepared, and by one that is remembered.
      for (const time of ['second', 'third', 'fourth']) {
        const again = await post(query, variables, { authorization })
        expect(JSON.stringify(again.data), `the ${time} time`).toBe(JSON.stringify(answer.data))
        expect(again.errors, `the ${time} time`).toEqual(answer.errors)
      }
      if (!answer.errors) {
        expect(await interpreted(domain, query, variables), 'graphql-js').toEqual(answer.data)
        expect(await compiled(domain, query, variables), 'graphql-jit').toEqual(answer.data)
      }
    }
    return answer
  }
}

const schema = createSchema()
const executeCompiled = createExecutor<Context>(schema)

async function interpreted(domain: Domain, query: string, variables: Variables): Promise<unknown> {
  const document = parse(query)
  expect(validate(schema, document)).toEqual([])
  const contextValue = contextOf(domain)
  return dataOf(await execute({ schema, document, contextValue, variableValues: variables }))
}

/** Answers a query with the loaders, graphql-jit taking the second run. */
export async function compiled(
  domain: Domain,
  query: string,
  variables: Variables = {},
): Promise<unknown> {
  const document = parse(query)
  const operation = getOperationAST(document) ?? undefined
  const run = () => executeCompiled({ document, operation, variables, context: contextOf(domain) })
  await run()
  return dataOf(await run())
}

function contextOf({ db, viewer }: Domain): Context {
  const request = {
    credentials: { token: undefined, apiKey: undefined },
    requestId: '',
    address: '::1',
    report: () => {},
  }
  const context = createContext({ db, throttle: createThrottle(db, 1000) }, request)
  context.session = { sessionId: '', audience: 'graphql', viewer }
  return context
}

function dataOf({ data, errors }: ExecutionResult): unknown {
  expect(errors).toBeUndefined()
  return JSON.parse(JSON.stringify(data)) as unknown
}
