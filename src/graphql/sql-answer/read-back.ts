import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  isObjectType,
  OperationTypeNode,
  visit,
} from 'graphql'
import type { Database } from '../../db/connect.js'
import { Statement } from '../../db/read/statement.js'
import type { Viewer } from '../../domain/access/viewer.js'
import type { RecordKey } from '../../domain/domain.js'
import { isNodeType } from '../operation/model-fields.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { SelectedField } from '../operation/selection.js'
import { hasRecordKey } from '../read/lookups.js'
import { NeedsResolvers, type SqlFragment } from './json.js'
import { MAX_LISTS } from './plan.js'
import { oneRecord } from './root-record.js'
import { PlanSize } from './shared-read.js'

/*
 * The resolver of a mutation writes a record. Then the fields of the payload are read. If the payload selects lists of
 * records, one SQL statement reads the record and the lists as JSON, instead of one statement for each list. Otherwise
 * the read engine reads the record, also with one statement.
 *
 * For graphql-js, the selection under the record is removed from the document (which has been validated before), so
 * that it returns an empty object for the record. The executor then fills in the JSON.
 */

/** How SQL reads the records in the payloads of an operation. */
export interface ReadBack {
  /** The document that graphql-js executes: without selections under these records. */
  readonly document: DocumentNode
  readonly payloads: ReadonlyMap<SelectedField, PayloadSql>
}

interface PayloadSql {
  /** The response keys of the record. With aliases, it has several. */
  readonly keys: readonly string[]
  /** Generates a statement whose only row has one column for each key: the JSON of the record. */
  readonly write: SqlFragment
}

/** Compiles the read-back of a mutation; undefined if it selects no record list, or a field that needs a resolver. */
export function compileReadBack(
  schema: GraphQLSchema,
  { operation, selection }: PreparedRequest,
): ReadBack | undefined {
  const type = schema.getMutationType()
  if (!type || operation.definition.operation !== OperationTypeNode.MUTATION) return undefined
  const nodes = new Set<FieldNode>()
  const payloads = new Map<SelectedField, PayloadSql>()
  const size = new PlanSize(schema)
  try {
    for (const mutation of selection.fieldsOf(type)) {
      const records = mutation.fields.filter(isRecord)
      if (records.length === 0) continue
      for (const node of records.flatMap((record) => record.nodes)) nodes.add(node)
      payloads.set(mutation, payloadSql(size, records))
    }
  } catch (error) {
    if (error instanceof NeedsResolvers) return undefined
    throw error
  }
  if (size.lists === 0 || size.lists > MAX_LISTS || size.canRefuse) return undefined
  const document = visit(operation.executable, {
    Field: (node) => (nodes.has(node) ? { ...node, selectionSet: undefined } : undefined),
  })
  return { document, payloads }
}

/** Whether a field is one record. A list is the result of a bulk mutation, which the read engine reads. */
const isRecord = ({ objectType, definition }: SelectedField) =>
  !!objectType && isNodeType(objectType) && isObjectType(definition?.type)

function payloadSql(size: PlanSize, records: readonly SelectedField[]): PayloadSql {
  const writes = records.map((record) =>
    oneRecord(size, record, ({ recordKey = 0 }) => hasRecordKey(recordKey), { removed: 'include' }),
  )
  return {
    keys: records.map(({ key }) => key),
    write: (context) => `select ${writes.map((write) => write(context)).join(', ')}`,
  }
}

/** Reads the records of a payload, by the key of the written record. One statement. */
export async function readPayload(
  db: Database,
  { keys, write }: PayloadSql,
  request: PreparedRequest,
  viewer: Viewer,
  key: RecordKey,
): Promise<Record<string, unknown>> {
  const statement = new Statement(viewer.companyId)
  const sql = write({ statement, viewer, request, recordKey: key })
  const { rows } = await db.read<string[]>(db.prepare(sql, statement.values, keys.length === 1))
  const texts = rows[0] ?? []
  return Object.fromEntries(keys.map((key, index) => [key, JSON.parse(texts[index] ?? 'null')]))
}
