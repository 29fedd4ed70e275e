import { type DocumentNode, getOperationAST, type GraphQLSchema, OperationTypeNode } from 'graphql'
import type { Database, Sql } from '../../db/connect.js'
import { isDatabaseUnavailable, isStatementTimeout } from '../../db/unavailable.js'
import type { Session } from '../../domain/credential/session.js'
import { isServerError } from '../errors.js'
import type { Preparer } from '../operation/preparer.js'
import { responseExtensions } from '../operation/response-extensions.js'
import type { Client, GraphQLRequest } from './graphql-request.js'
import { hasInfinity } from './has-infinity.js'
import { answerOf } from './answer-kept.js'
import { compilePlan } from './plan.js'
import {
  type PlannedRequest,
  sendInParts,
  sendStatement,
  type RequestStatement,
  createStatement,
} from './send.js'
import { type AnswerWithSql, sqlAnswerOf, type SqlAnswerOptions } from './sql-answer.js'
import { StatementCache } from './statement-cache.js'
import { REFUSED } from './statistics.js'

/** The estimated processor time to read a character of the response from the database, in milliseconds. */
const MS_PER_CHARACTER = 6e-6

/**
 * Answers queries whose documents are parsed and validated, if they have an SQL plan. The parameters of the
 * statement, such as the company, come from the known session of the client; the statement checks that this session is
 * still valid. If a replica may answer, the credentials are authenticated on the primary first, so that a revocation
 * takes effect immediately.
 */
export function createSqlAnswers(
  schema: GraphQLSchema,
  db: Database,
  findDocument: (text: string) => DocumentNode | undefined,
  preparer: Preparer,
  { showStatements = false, kept }: SqlAnswerOptions = {},
): AnswerWithSql {
  const planOf = compilePlan.bind(undefined, schema)
  const written = new StatementCache()

  const send = async (
    sql: Sql,
    request: RequestStatement,
    plan: () => PlannedRequest | undefined,
  ) => {
    try {
      const inParts = request.isSlow && request.parts > 1 && sql.isIdle() ? plan() : undefined
      return await (inParts ? sendInParts(sql, inParts) : sendStatement(sql, request))
    } catch (error) {
      if (isStatementTimeout(error)) request.status.isDropped = true
      throw error
    }
  }

  const answer = async (
    request: GraphQLRequest,
    { request: { access, meter, record }, reportCost }: Client,
  ) => {
    const { query, operationName, variables, wanted, wantsTag } = request
    const document = request.document ?? findDocument(query)
    const definition = document && getOperationAST(document, operationName)
    const { given } = access
    if (definition?.operation !== OperationTypeNode.QUERY) return undefined
    if (!document || !given) return undefined
    const values = JSON.stringify(variables)
    // Infinity and null would have the same cache key: `JSON.parse` reads 1e999 as Infinity, and `JSON.stringify`
    // writes Infinity as null.
    if (values.includes('null') && hasInfinity(variables)) return undefined
    const key = written.keyOf(document, operationName, values, access.credentials)
    const requestDb = db.forCaller(access.caller)

    let authenticated: Session | undefined
    const authenticate = async () => {
      authenticated = await access.requireSession()
      return authenticated
    }
    const plan = (): Omit<PlannedRequest, 'session'> | undefined => {
      const operation = preparer.operationOf(document, definition)
      const { request } = preparer.prepare(operation, variables)
      const compiled = request?.selection.derive(planOf)
      if (!request || !compiled || compiled.status.isDropped) return undefined
      return { plan: compiled, request, credentials: given }
    }
    const write = async () => {
      const planned = meter.time(plan)
      if (!planned) return undefined
      const known = db.hasReplicas ? undefined : access.known
      const session = known ?? (await authenticate())
      planned.request.authorise(session.viewer)
      // The resolvers add an error for each refused field.
      if (planned.request.selectsForbidden(session.viewer)) return undefined
      access.identify(session.viewer)
      return meter.time(() => createStatement(db, { ...planned, session }, kept?.minCost))
    }
    const planAgain = () => {
      const [planned, session] = [plan(), access.known]
      return planned && session && { ...planned, session }
    }
    const cached = written.get(key)
    const toSend = cached && !cached.status.isDropped ? cached : await write()
    // If not, the resolvers refuse the request.
    if (!toSend || !access.allowsAddress(toSend.keys)) return undefined
    reportCost(toSend.cost)
    record.identify(toSend.viewer)
    record.describe(toSend.operation, toSend.label)
    record.statementHit = toSend === cached
    record.plan = toSend.statement.text
    const sessionDb = requestDb.forCaller(toSend.caller)
    const found = await answerOf(sessionDb, toSend, kept, async (after) => {
      if (db.hasReplicas && !after && !authenticated) await authenticate()
      const { position } = after ?? authenticated ?? {}
      return send(sessionDb.readingAt(position), toSend, planAgain)
    })
    if (!found || (!found.isHit && found.text.includes(REFUSED))) {
      written.delete(key)
      access.forget()
      record.plan = undefined
      return undefined
    }
    if (kept && toSend.kept) record.answerHit = found.isHit === true
    meter.charge(found.text.length * MS_PER_CHARACTER)
    const { cost, viewer } = toSend
    access.noteUse(viewer.companyId, toSend.keys)
    if (toSend !== cached && toSend.statement.name) written.set(key, request, toSend)
    const available = { cost, viewer, use: record.database, showStatements }
    const extensions = wanted && responseExtensions(wanted, available)
    return sqlAnswerOf(found, extensions, wantsTag)
  }
  return async (request, client) => {
    try {
      return await answer(request, client)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (isServerError(error)) client.report(error)
      return undefined
    }
  }
}
