import { v7 as newUuid } from 'uuid'
import type { Created, Domain } from '../domain.js'
import type { FoundType } from './asset-references.js'

export interface AssetRow {
  readonly uuid: string
  /** Null: generate one. */
  readonly code: string | null
  /** Null: generate one. */
  readonly barcode: string | null
  readonly metaData: Record<string, string>
  readonly zoneId: number
  /** The type that the values were validated with. If its version has changed, nothing is inserted. */
  readonly type: FoundType
  readonly riskId: number | null
}

/** The ids of the assets, in the order of the rows; null if none was inserted. */
interface Inserted {
  readonly ids: readonly number[] | null
}

/** The difference between the first generated value and the company's counter: 1 is the counter's next value. */
export type Steps = Readonly<Record<'code' | 'barcode', number>>

/**
 * Inserts assets with their barcodes, all or none, with one call of a function. Undefined if a zone has been removed, or a type
 * removed or changed, since they were read. Throws a unique violation if a code or barcode is taken.
 */
export async function insertAssets(
  { db, viewer }: Domain,
  rows: readonly AssetRow[],
  steps: Steps,
): Promise<Created[] | undefined> {
  if (rows.length === 0) return []
  const uuids = rows.map(({ uuid }) => uuid)
  const codes = generatedIn(rows, 'code', steps.code)
  const barcodes = generatedIn(rows, 'barcode', steps.barcode)
  const types = [...new Map(rows.map(({ type }) => [type.id, type])).values()]
  const locksCompany = rows.length > 1 || codes.raise > 0 || barcodes.raise > 0
  const values = [
    viewer.companyId,
    viewer.userId,
    [...new Set(rows.map(({ zoneId }) => zoneId))],
    types.map(({ id }) => id),
    types.map(({ version }) => version),
    codes.raise,
    barcodes.raise,
    uuids,
    rows.map(() => newUuid()),
    rows.map(({ code }) => code),
    codes.offsets,
    rows.map(({ barcode }) => barcode),
    barcodes.offsets,
    rows.map(({ zoneId }) => zoneId),
    rows.map(({ type }) => type.id),
    rows.map(({ type }) => type.shortCode),
    rows.map(({ riskId }) => riskId),
    rows.map(({ metaData }) => JSON.stringify(metaData)),
    locksCompany,
  ]
  const statement = { name: 'insert-assets', text: INSERT_ASSETS, values }
  // Inside a transaction, `inCompany` uses a savepoint: a unique violation does not abort the transaction.
  const { rows: inserted } = await (locksCompany || db.isTransaction
    ? db.inCompany<Inserted>(viewer.companyId, statement)
    : db.write<Inserted>(statement))
  return inserted[0]?.ids?.map((id, index) => ({ id, uuid: uuids[index] ?? '' }))
}

/**
 * `raise` is what the statement adds to the company's counter. `offsets` has, for each generated value, its distance
 * below the raised counter.
 */
function generatedIn(rows: readonly AssetRow[], field: 'code' | 'barcode', step: number) {
  let left = rows.filter((row) => row[field] === null).length
  const raise = left === 0 ? 0 : left + step - 1
  const offsets = rows.map((row) => (row[field] === null ? --left : null))
  return { raise, offsets }
}

// The function locks the zones and the types, and the company's row as briefly as possible, because it has the counters. It does not
// lock the company for one asset whose code and barcode the client gives. For several it does: two transactions that write the same
// codes in different orders would otherwise deadlock in the unique index.
const INSERT_ASSETS = `select insert_assets(
  $1::int, $2::int, $3::int[], $4::int[], $5::text[], $6::int, $7::int, $8::uuid[], $9::uuid[], $10::text[], $11::int[], $12::text[],
  $13::int[], $14::int[], $15::int[], $16::text[], $17::int[], $18::text[], $19::boolean) as ids`
