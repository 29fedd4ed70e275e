import type { Created, TransactionDomain } from '../domain.js'
import type { ValidInspection } from './new-inspection.js'

/** An inspection to insert, with the due date that it met; null if the schedule of the asset's type is not fixed. */
export type InspectionRow = ValidInspection & { readonly dueBasis: Date | null }

/** Inserts inspections with one statement. Returns their keys in the order of the rows. */
export async function insertInspections(
  { db, viewer, now }: TransactionDomain,
  rows: readonly InspectionRow[],
): Promise<Created[]> {
  if (rows.length === 0) return []
  const values: unknown[] = [viewer.companyId, viewer.userId, now().toISOString()]
  const uuids = rows.map(({ uuid }) => uuid)
  const tuples = rows.map((row, index) => {
    const parameters = [uuids[index], ...valuesOf(row)].map((value) => `$${values.push(value)}`)
    return `($1, $2, $3, $3, ${parameters.join(', ')})`
  })
  const text = `insert into inspection (${COLUMNS}) values ${tuples.join(', ')} returning id, uuid`
  // The text depends on the number of rows, and only the text for one row is used often.
  const statement =
    rows.length === 1 ? { name: 'insert-inspection', text, values } : { text, values }
  const { rows: inserted } = await db.write<Created>(statement)
  const idOf = new Map(inserted.map(({ id, uuid }) => [uuid, id]))
  return uuids.map((uuid) => ({ id: idOf.get(uuid) ?? 0, uuid }))
}

const COLUMNS = `company_id, inspector_id, created_at, updated_at, uuid, asset_id, job_id, outcome, score, note, inspected_at,
  due_basis, checklist_version_id, checklist_outdated, answer_data, ignored_answers`

/** The values of the columns after `uuid`. */
const valuesOf = ({ asset, job, answered, dueBasis, ...checked }: InspectionRow) => [
  asset.id,
  job?.id ?? null,
  checked.outcome,
  checked.score,
  checked.note,
  checked.inspectedAt.toISOString(),
  dueBasis?.toISOString() ?? null,
  answered?.version.id ?? null,
  answered?.isOutdated ?? false,
  answered && JSON.stringify(Object.fromEntries(answered.answers)),
  JSON.stringify([...(answered?.ignored ?? [])]),
]
