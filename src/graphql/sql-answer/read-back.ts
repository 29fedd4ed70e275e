import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  OperationTypeNode,
  visit,
} from 'graphql'
import type { Database } from '../../db/connect.js'
import { Statement } from '../../db/read/statement.js'
import type { Viewer } from '../../domain/access/viewer.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { SelectedField } from '../operation/selection.js'
import { hasId } from '../read/lookups.js'
import { NeedsResolvers, type SqlContext } from './json.js'
import { MAX_LISTS } from './plan.js'
import { oneRecord } from './root-record.js'
import { PlanSize } from './shared-read.js'

/*
 * A mutation runs its resolvers, which write. Then the payload's record is read again, with all that is selected under
 * it. If that has relations, one SQL statement reads it as JSON, instead of one statement for each level.
 *
 * graphql-js completes the payload without it: the document that it executes selects nothing under the record, which is
 * then an empty object. The executor puts the JSON in its place.
 */

/** The records in the payloads of an operation, read with SQL. */
export interface ReadBack {
  /** The operation as graphql-js executes it: without selections under those records. */
  readonly document: DocumentNode
  /** By the mutation's field. */
  readonly payloads: ReadonlyMap<SelectedField, PayloadSql>
}

/** How the records of one payload are read. */
interface PayloadSql {
  /** The response keys of the records. */
  readonly keys: readonly string[]
  /** Writes a statement whose only row has the JSON of each. */
  readonly write: (context: SqlContext) => string
}

/** Compiles the read-back of a mutation; undefined if no record has relations, or if some field needs a resolver. */
export function compileReadBack(
  schema: GraphQLSchema,
  { operation, selection }: PreparedRequest,
): ReadBack | undefined {
  const type = schema.getMutationType()
  if (!type || operation.definition.operation !== OperationTypeNode.MUTATION) return undefined
  const nodes = new Set<FieldNode>()
  const payloads = new Map<SelectedField, PayloadSql>()
  let hasRelations = false
  try {
    for (const mutation of selection.fieldsOf(type)) {
      const records = mutation.fields.filter(({ objectType }) => objectType && isNode(objectType))
      if (records.length === 0) continue
      for (const record of records) {
        for (const node of record.nodes) nodes.add(node)
        hasRelations ||= record.fields.some(({ objectType }) => objectType && isRead(objectType))
      }
      payloads.set(mutation, payloadSql(records))
    }
  } catch (error) {
    if (error instanceof NeedsResolvers) return undefined
    throw error
  }
  if (!hasRelations) return undefined
  const document = visit(operation.executable, {
    Field: (node) => (nodes.has(node) ? { ...node, selectionSet: undefined } : undefined),
  })
  return { document, payloads }
}

const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node')

/** Whether an object is another record or a connection, and not a value of the record itself. */
const isRead = (type: GraphQLObjectType) => isNode(type) || type.name.endsWith('Connection')

function payloadSql(records: readonly SelectedField[]): PayloadSql {
  const size = new PlanSize()
  const writes = records.map(({ objectType, fields }) => {
    if (!objectType) throw new NeedsResolvers()
    const condition = ({ recordId = 0 }: SqlContext) => hasId(recordId)
    return oneRecord(size, objectType, fields, condition, { removed: true })
  })
  if (size.lists > MAX_LISTS) throw new NeedsResolvers()
  return {
    keys: records.map(({ key }) => key),
    write: (context) => `select ${writes.map((write) => write(context)).join(', ')}`,
  }
}

/** Reads the records of a payload by the integer id of the record that was written. One statement. */
export async function readPayload(
  db: Database,
  { keys, write }: PayloadSql,
  request: PreparedRequest,
  viewer: Viewer,
  recordId: number,
): Promise<Record<string, unknown>> {
  const statement = new Statement(viewer.companyId)
  const sql = write({ statement, viewer, request, recordId })
  const { rows } = await db.query<string[]>(db.prepare(sql, statement.values))
  const texts = rows[0] ?? []
  return Object.fromEntries(keys.map((key, index) => [key, JSON.parse(texts[index] ?? 'null')]))
}
