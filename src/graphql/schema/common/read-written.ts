import type { GraphQLResolveInfo } from 'graphql'
import { knownRecord } from '../../../db/read/compiled-selection.js'
import type { BulkResult } from '../../../domain/bulk/rows.js'
import { type Changed, type Domain } from '../../../domain/domain.js'
import { keyOf, type WrittenKey } from '../../../domain/record/sent.js'
import { type Context, requestOf } from '../../context.js'
import { compilePayload } from '../../read/compile-selections.js'
import { readRecord, readRecords } from '../../read/read-records.js'
import { hasRecordKey } from '../../read/lookups.js'

/**
 * The result of a write, and the selected fields of the records for its payload. Stored under the request's idempotency
 * key.
 */
export interface Answer<Result> {
  readonly written: Result
  /** The record, or the list of records, with the selected fields, for graphql-js; null if `json` has them. */
  readonly record: object | null
  /** The selected fields as JSON, by the response key of the record. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

/** Whether the payload selects nothing of a record but its keys. */
export function readsOnlyKeys(context: Context, info: GraphQLResolveInfo): boolean {
  if (context.readBack) return false
  const { shape } = requestOf(context).fieldAt(info).derive(compilePayload)
  return knownRecord(shape, { id: 0, uuid: '' }) !== undefined
}

/** Reads what the payload selects of a record. */
export async function readOne<One extends WrittenKey>(
  context: Context,
  info: GraphQLResolveInfo,
  { db: usual, lastRead: db = usual, viewer: { companyId } }: Domain,
  written: One,
): Promise<Answer<One>> {
  const mutation = requestOf(context).fieldAt(info)
  const { readBack } = context
  if (readBack) return { written, record: null, json: await readBack(mutation, keyOf(written), db) }
  const { shape } = mutation.derive(compilePayload)
  const record =
    knownRecord(shape, { ...written }) ??
    (await readRecord({ db, companyId }, shape, hasRecordKey(keyOf(written)), {
      removed: 'include',
    }))
  return { written, record, json: undefined }
}

/** Reads what the payload selects of several records; null for a row that was not written. */
export async function readMany(
  context: Context,
  info: GraphQLResolveInfo,
  { db: usual, lastRead: db = usual, viewer: { companyId } }: Domain,
  written: BulkResult<Changed>,
): Promise<Answer<BulkResult<Changed>>> {
  const { shape } = requestOf(context).fieldAt(info).derive(compilePayload)
  const { records } = written
  const known = records.map((each) => each && knownRecord(shape, each))
  if (!known.includes(undefined)) return { written, record: known, json: undefined }
  const ids = records.flatMap((each) => (each ? [each.id] : []))
  const found = await readRecords({ db, companyId }, shape, ids, { removed: 'include' })
  const record = records.map((each) => (each && found.get(each.id)) ?? null)
  return { written, record, json: undefined }
}
