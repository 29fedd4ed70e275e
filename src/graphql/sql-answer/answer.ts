import { type DocumentNode, getOperationAST, type GraphQLSchema, OperationTypeNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connect.js'
import { isDatabaseUnavailable, isStatementTimeout } from '../../db/unavailable.js'
import { hashSecret } from '../../domain/credential/secret.js'
import type { Session } from '../../domain/credential/session.js'
import type { GivenCredentials } from '../../http/credentials.js'
import { authenticateRequest, withAudiences } from '../authentication.js'
import { isServerError } from '../errors.js'
import type { Preparer } from '../operation/prepared-request.js'
import type { Variables } from '../operation/variables.js'
import { compilePlan } from './plan.js'
import {
  type PlannedRequest,
  sendInParts,
  sendWritten,
  type WrittenRequest,
  writeRequest,
} from './send.js'

/** The parameters of a GraphQL request over HTTP. */
export interface GraphQLRequest {
  readonly query: string
  readonly operationName?: string | undefined
  /** As the client sent them. */
  readonly variables: Variables
}

/**
 * The text of the response, equal to Apollo's. Undefined if Apollo must execute the request: the document is new, a field
 * needs a resolver, or an error occurred. Throws only if the database is unavailable.
 */
export type AnswerWithSql = (
  request: GraphQLRequest,
  credentials: GivenCredentials,
  /** Logs an error that Apollo's response may not contain. */
  report: (error: unknown) => void,
) => Promise<string | undefined>

/** The maximum number of remembered sessions, of some hundred bytes each. */
const MAX_SESSIONS = 10_000

/** The maximum number of characters of remembered requests. The values of a statement count as `VALUES`. */
const MAX_CHARACTERS = 4_000_000
const VALUES = 500

/**
 * Answers queries that Apollo has parsed and validated before, if they have an SQL plan. A client's session is only
 * remembered to write the statement: each statement checks that the credentials are still valid.
 */
export function createSqlAnswers(
  schema: GraphQLSchema,
  db: Database,
  findDocument: (text: string) => DocumentNode | undefined,
  preparer: Preparer,
): AnswerWithSql {
  const planOf = compilePlan.bind(undefined, schema)
  const sessions = new LRUCache<string, Session>({ max: MAX_SESSIONS })
  const remembered = new LRUCache<string, WrittenRequest>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, key) => key.length + VALUES,
  })

  const send = async (written: WrittenRequest, plan: () => PlannedRequest | undefined) => {
    try {
      const inParts = written.isSlow && written.parts > 1 && db.isIdle() ? plan() : undefined
      return await (inParts ? sendInParts(db, inParts) : sendWritten(db, written))
    } catch (error) {
      if (isStatementTimeout(error)) written.status.isDropped = true
      throw error
    }
  }

  const answer = async (
    { query, operationName, variables }: GraphQLRequest,
    given: GivenCredentials,
  ) => {
    const document = findDocument(query)
    const definition = document && getOperationAST(document, operationName)
    const credentials = withAudiences(given)
    if (definition?.operation !== OperationTypeNode.QUERY) return undefined
    if (!document || !credentials) return undefined
    const values = JSON.stringify(variables)
    // JSON has no infinity, but 1e999 is parsed as it, and written as null.
    if (values.includes('null') && hasInfinity(variables)) return undefined
    const { token, apiKey = null } = credentials
    const client = hashSecret(JSON.stringify([token, apiKey])).toString('base64')
    const key = `${client} ${operationName ?? ''} ${values} ${query}`

    const plan = (): Omit<PlannedRequest, 'session'> | undefined => {
      const operation = preparer.operationOf(document, definition)
      const { request } = preparer.prepare(operation, variables)
      const compiled = request?.selection.derive(planOf)
      if (!request || !compiled || compiled.status.isDropped) return undefined
      return { plan: compiled, request, credentials }
    }
    const known = remembered.get(key)
    let written = known?.status.isDropped ? undefined : known
    if (!written) {
      const planned = plan()
      if (!planned) return undefined
      const session = sessions.get(client) ?? (await authenticateRequest(db, given))
      sessions.set(client, session)
      written = writeRequest(db, { ...planned, session })
    }
    const toSend = written
    const planAgain = () => {
      const [planned, session] = [plan(), sessions.get(client)]
      return planned && session && { ...planned, session }
    }
    const text = await db.coalesced(key, () => send(toSend, planAgain))
    if (text === undefined) {
      remembered.delete(key)
      sessions.delete(client)
      return undefined
    }
    if (written !== known && written.statement.name) remembered.set(key, written)
    return `{"data":${text}}\n`
  }
  return async (request, given, report) => {
    try {
      return await answer(request, given)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (isServerError(error)) report(error)
      return undefined
    }
  }
}

function hasInfinity(variables: object): boolean {
  let found = false
  JSON.stringify(variables, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) found = true
    return value
  })
  return found
}
