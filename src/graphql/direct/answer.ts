import {
  type DocumentNode,
  getOperationAST,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connect.js'
import { Statement } from '../../db/read/statement.js'
import { isDatabaseUnavailable } from '../../db/unavailable.js'
import { type Credentials, stillOpens } from '../../domain/credential/authenticate.js'
import { hashSecret } from '../../domain/credential/secret.js'
import type { Session } from '../../domain/credential/session.js'
import { type GivenCredentials, openWith, withAudiences } from '../access.js'
import type { DocumentStore } from '../document-store.js'
import { isOurs } from '../errors.js'
import type { RequireModest } from '../limits.js'
import { readVariables } from '../variables.js'
import { variantsOf } from '../variants.js'
import { directPlan } from './direct.js'

/** What a client asks for. */
export interface Asked {
  readonly query: string
  readonly operationName?: string | undefined
  /** As the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * The text of an answer, as Apollo would write it; undefined where it takes more than one statement to tell, which is
 * for Apollo. Only a database that is out of reach is thrown.
 */
export type AnswerDirectly = (
  db: Database,
  asked: Asked,
  credentials: GivenCredentials,
  /** Tells the log of an error that Apollo's answer may not show. */
  report: (error: unknown) => void,
) => Promise<string | undefined>

/** How many sessions are remembered, each some hundred bytes. */
const MOST_SESSIONS = 10_000

/** How many characters of requests are remembered with what is to be sent for them, some 500 being its values. */
const MOST_CHARACTERS = 4_000_000
const VALUES = 500

/** A statement that is ready to be sent. */
interface Ready {
  readonly statement: ReturnType<Database['prepare']>
  readonly isQuick: boolean
}

/**
 * Answers queries that Apollo has parsed and validated before and that have a direct plan. What is remembered of clients
 * is only whom to expect: each statement asks the database whether it still is so.
 */
export function createDirectAnswers(
  schema: GraphQLSchema,
  documents: DocumentStore,
  requireModest: RequireModest,
): AnswerDirectly {
  const planOf = variantsOf((document, operationName) => {
    const operation = getOperationAST(document, operationName)
    return operation && directPlan(schema, document, operation)
  })
  const sessions = new LRUCache<string, Session>({ max: MOST_SESSIONS })
  const known = new LRUCache<string, Ready>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, request) => request.length + VALUES,
  })

  const writer = (
    db: Database,
    { operationName, variables }: Asked,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ) => {
    const { coerced } = readVariables(schema, document, operation, variables)
    const plan = coerced && planOf(document, operationName, coerced)
    if (!plan) return undefined
    requireModest({ document, operation, operationName: operationName ?? null, variables })

    return (session: Session, credentials: Credentials): Ready => {
      const { viewer } = session
      const statement = new Statement(viewer.companyId)
      const allowed = stillOpens(statement, credentials, session)
      const text = plan.write({ statement, viewer, variables: coerced })
      const sql = `select case when ${allowed} then ${text} end`
      return {
        statement: db.prepare(sql, statement.values),
        isQuick: plan.isQuick,
      }
    }
  }

  const answer = async (db: Database, asked: Asked, given: GivenCredentials) => {
    const document = documents.find(asked.query)
    const operation = document && getOperationAST(document, asked.operationName)
    const credentials = withAudiences(given)
    if (operation?.operation !== OperationTypeNode.QUERY) return undefined
    if (!document || !credentials) return undefined
    const { query, operationName = '', variables } = asked
    const values = JSON.stringify(variables)
    // JSON has no infinity, but 1e999 is read as one, and written as null.
    if (values.includes('null') && hasInfinity(variables)) return undefined
    const { token, apiKey = null } = credentials
    const who = hashSecret(JSON.stringify([token, apiKey])).toString('base64')
    const request = `${who} ${operationName} ${values} ${query}`
    const remembered = known.get(request)
    let ready = remembered
    if (!ready) {
      const write = writer(db, asked, document, operation)
      if (!write) return undefined
      const session = sessions.get(who) ?? (await openWith(db, given))
      sessions.set(who, session)
      ready = write(session, credentials)
    }
    const { statement, isQuick } = ready
    const { rows } = await db.coalesced(request, () =>
      isQuick ? db.pipeline<unknown[]>(statement) : db.query<unknown[]>(statement),
    )
    const [row] = rows
    if (typeof row?.[0] === 'string') {
      if (!remembered && statement.name) known.set(request, ready)
      return `{"data":${row[0]}}\n`
    }
    known.delete(request)
    sessions.delete(who)
    return undefined
  }
  return async (db, asked, given, report) => {
    try {
      return await answer(db, asked, given)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (isOurs(error)) report(error)
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
