import { queryRows, type TransactionDomain } from '../domain.js'

/* The statements of `updateFindings`. Each one reads or writes the findings of all inspections. */

/** A finding of a question of an asset. */
export interface FindingOfQuestion {
  /** The UUID of the finding. */
  readonly uuid: string
  readonly assetId: number
  readonly questionId: string
  /** The inspection that opened it. */
  readonly inspectionId: number | null
  readonly openedAt: Date
  readonly isOpen: boolean
  /** When an inspection resolved it; null if none did. */
  readonly passedAt?: Date | null
}

/** A finding to insert. */
export interface OpenedFinding extends FindingOfQuestion {
  readonly title: string
  readonly note: string | null
  readonly riskId: number
  readonly dueAt: Date
}

/** A finding to resolve, by its UUID. It may be one that was inserted in the same transaction. */
export interface ResolvedFinding {
  readonly uuid: string
  /** The inspection that resolves it. */
  readonly inspectionId: number
  readonly resolvedAt: Date
  readonly resolution: string
}

/** Finds and locks the open findings of the assets, and those that the inspections have opened or resolved, even if they are removed. */
export function findFindings(
  tx: TransactionDomain,
  assetIds: readonly number[],
  inspectionIds: readonly number[],
): Promise<FindingOfQuestion[]> {
  if (assetIds.length === 0) return Promise.resolve([])
  const values = [tx.viewer.companyId, assetIds, inspectionIds]
  return queryRows<FindingOfQuestion>(tx, {
    name: 'find-findings-of-questions',
    text: FIND,
    values,
  })
}

const FIND = `
select uuid, asset_id as "assetId", question_id as "questionId", inspection_id as "inspectionId", opened_at as "openedAt",
  (status = 'open' and deleted_at is null) as "isOpen",
  case when resolved_by_inspection_id is not null then resolved_at end as "passedAt"
from finding
where company_id = $1::int and asset_id = any($2::int[]) and question_id is not null
  and ((status = 'open' and deleted_at is null) or inspection_id = any($3::int[]) or resolved_by_inspection_id = any($3::int[]))
order by id
for update`

export async function insertFindings(
  { db, viewer, now }: TransactionDomain,
  findings: readonly OpenedFinding[],
): Promise<void> {
  if (findings.length === 0) return
  const values = [
    viewer.companyId,
    viewer.userId,
    now().toISOString(),
    findings.map(({ uuid }) => uuid),
    findings.map(({ assetId }) => assetId),
    findings.map(({ inspectionId }) => inspectionId),
    findings.map(({ questionId }) => questionId),
    findings.map(({ title }) => title),
    findings.map(({ note }) => note),
    findings.map(({ riskId }) => riskId),
    findings.map(({ openedAt }) => openedAt.toISOString()),
    findings.map(({ dueAt }) => dueAt.toISOString()),
  ]
  await db.write({ name: 'insert-findings', text: INSERT, values })
}

const INSERT = `select insert_findings($1::int, $2::int, $3::timestamptz, $4::uuid[], $5::int[], $6::int[], $7::uuid[], $8::text[],
  $9::text[], $10::int[], $11::timestamptz[], $12::timestamptz[])`

/** The resolution of a finding whose question has passed. */
export const PASSED_LATER = 'Passed in a later inspection.'

export async function resolveFindings(
  { db, viewer, now }: TransactionDomain,
  findings: readonly ResolvedFinding[],
): Promise<void> {
  if (findings.length === 0) return
  const values = [
    viewer.companyId,
    viewer.userId,
    now().toISOString(),
    findings.map(({ uuid }) => uuid),
    findings.map(({ inspectionId }) => inspectionId),
    findings.map(({ resolvedAt }) => resolvedAt.toISOString()),
    findings.map(({ resolution }) => resolution),
  ]
  await db.write({ name: 'resolve-findings', text: RESOLVE, values })
}

const RESOLVE = `
update finding
set status = 'resolved', resolution = r.resolution, resolved_at = r.at, resolved_by_id = $2::int,
    resolved_by_inspection_id = r.inspection_id, updated_at = $3::timestamptz
from unnest($4::uuid[], $5::int[], $6::timestamptz[], $7::text[]) as r (uuid, inspection_id, at, resolution)
where finding.company_id = $1::int and finding.uuid = r.uuid`
