import type { Created, Domain, RecordKey, TransactionDomain } from '../domain.js'
import { createRecord } from '../record/create-record.js'
import { lockReference } from '../record/lock-reference.js'
import { riskIds, riskLevelOf } from '../risk/risk.js'
import type { ValidationErrors } from '../validation-errors.js'
import { dueDateOf } from './due-date.js'

export interface NewFinding {
  readonly assetId: RecordKey
  readonly title: string
  readonly note?: string | null | undefined
  readonly severity: string
  /** Absent: it follows from the severity. */
  readonly dueAt?: Date | null | undefined
}

/** Opens a finding about an asset in use. */
export const createFinding = (domain: Domain, input: NewFinding): Promise<Created> =>
  createRecord(domain, 'Finding', async (tx, errors) => {
    const { title, note, riskId } = checkFinding(errors, input, input.title)
    const assetId = await lockReference(tx, errors, 'assetId', 'Asset', input.assetId)
    if (await isDecommissioned(tx, assetId))
      errors.add('WRONG_STATE', 'assetId', 'The asset is decommissioned.')
    const openedAt = tx.now()
    const dueAt = input.dueAt ?? (riskId ? dueDateOf(openedAt, riskId) : openedAt)
    // An invalid input has no severity. It is not written.
    return { assetId, title, note, riskId: riskId ?? 0, openedAt, dueAt, userId: tx.viewer.userId }
  })

/** Checks everything except the asset. The severity is returned as the id of a risk. */
export const checkFinding = <Title extends string | null | undefined>(
  errors: ValidationErrors,
  input: {
    readonly [Field in 'note' | 'severity' | 'dueAt']?: NewFinding[Field] | null | undefined
  },
  title: Title,
) => {
  if (input.dueAt) errors.instant('dueAt', input.dueAt)
  const checked = {
    title: errors.text('title', title),
    note: errors.optionalLines('note', input.note, 10_000),
  }
  const severity = errors.required('severity', input.severity)
  const level = riskLevelOf(errors, ['severity'], severity)
  return { ...checked, riskId: level ? riskIds[level] : undefined }
}

async function isDecommissioned(
  { prisma, viewer: { companyId } }: TransactionDomain,
  id: number,
): Promise<boolean> {
  const asset = await prisma.asset.findUnique({
    where: { companyId_id: { companyId, id } },
    select: { decommissionedAt: true },
  })
  return asset?.decommissionedAt != null
}
