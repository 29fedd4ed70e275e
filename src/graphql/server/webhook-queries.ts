import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { readRows, Statement } from '../../db/read/statement.js'
import { allows } from '../../domain/access/authorise.js'
import type { Viewer } from '../../domain/access/viewer.js'
import { FEED_MODELS } from '../../domain/change-feed/live-records.js'
import { nounOfModel } from '../../domain/webhook/event-names.js'
import type { WebhookQueries } from '../../domain/webhook/webhook-queries.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { Preparer } from '../operation/preparer.js'
import { loggedFields } from '../schema/audit/logged-fields.js'
import { compilePlan } from '../sql-answer/plan.js'
import { MAX_TOKENS } from './document-limits.js'

/** The root fields that read one record. */
const RECORDS: readonly string[] = ['node', ...FEED_MODELS.map(nounOfModel)]

const ANY_ID = '00000000-0000-0000-0000-000000000000'

/** The most documents that are kept parsed. */
const MAX_DOCUMENTS = 1000

/** Runs the queries of webhooks. One SQL statement answers each, in the transaction in which the event is stored. */
export function createWebhookQueries(schema: GraphQLSchema, preparer: Preparer): WebhookQueries {
  const documents = new LRUCache<string, DocumentNode>({ max: MAX_DOCUMENTS })
  const documentOf = (text: string) => {
    const known = documents.get(text)
    if (known) return known
    const document = parse(text, { maxLexicalTokens: MAX_TOKENS })
    const [invalid] = validate(schema, document, specifiedRules, { maxErrors: 1 })
    if (invalid) throw invalid
    documents.set(text, document)
    return document
  }
  const prepare = (text: string, id: string): PreparedRequest => {
    const document = documentOf(text)
    const definition = getOperationAST(document)
    if (!definition) throw new GraphQLError('The document must have exactly one operation.')
    const { request, errors } = preparer.prepare(preparer.operationOf(document, definition), { id })
    if (!request) throw errors[0] ?? new GraphQLError('The variables are not valid.')
    return request
  }
  /** Undefined if the query is not valid any more, after an upgrade or with other limits: events must not wait for it. */
  const prepareStored = (text: string, id: string) => {
    try {
      return prepare(text, id)
    } catch (error) {
      if (error instanceof GraphQLError) return undefined
      throw error
    }
  }
  const planOf = compilePlan.bind(undefined, schema)

  return {
    isField: (model, name) => loggedFields(schema, model).has(name),
    check: (text, viewer) => {
      try {
        const problem = problemOf(getOperationAST(documentOf(text)))
        if (problem) return problem
        const request = prepare(text, ANY_ID)
        if (request.operation.rootFields.some((field) => !RECORDS.includes(field))) {
          return `The query must read one record, with one of the fields ${RECORDS.join(', ')}.`
        }
        if (isForbidden(request, viewer)) return 'Your role may not read what the query selects.'
        if (!request.selection.derive(planOf)) return 'The query selects too many lists.'
        return undefined
      } catch (error) {
        if (error instanceof GraphQLError) return error.message
        throw error
      }
    },
    read: async (db, text, viewer, recordId) => {
      const request = prepareStored(text, recordId)
      const plan = request?.selection.derive(planOf)
      if (!request || !plan || isForbidden(request, viewer)) return undefined
      const statement = new Statement(viewer.companyId)
      const sql = `select ${plan.write({ statement, viewer, request })}`
      const [row] = await readRows(db, sql, statement.values)
      return typeof row?.[0] === 'string' ? row[0] : undefined
    },
  }
}

const isForbidden = (request: PreparedRequest, viewer: Viewer) =>
  request.selectsForbidden(viewer) || (request.listsRemoved() && !allows(viewer, 'listRemoved'))

function problemOf(definition: OperationDefinitionNode | null | undefined): string | undefined {
  if (definition?.operation !== OperationTypeNode.QUERY) {
    return 'The document must have exactly one operation, a query.'
  }
  const [variable, ...others] = definition.variableDefinitions ?? []
  const isId = variable?.variable.name.value === 'id' && print(variable.type) === 'ID!'
  if (!isId || others.length > 0) return 'The query must have the variable $id: ID! and no other.'
  const selections = definition.selectionSet.selections
  const usesId = selections.every(
    (each) =>
      each.kind === Kind.FIELD &&
      each.arguments?.some(
        ({ name, value }) =>
          name.value === 'id' && value.kind === Kind.VARIABLE && value.name.value === 'id',
      ),
  )
  return usesId ? undefined : 'Each field of the query must have the argument id: $id.'
}
