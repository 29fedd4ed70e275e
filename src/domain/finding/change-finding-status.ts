import type { Finding } from '../../db/generated/prisma/client.js'
import type { FindingStatus } from '../../db/generated/prisma/enums.js'
import { authorise } from '../access/authorise.js'
import {
  type ById,
  type Changed,
  type Domain,
  inTransaction,
  type RecordKey,
  type TransactionDomain,
} from '../domain.js'
import { type Locked, requireForUpdate } from '../record/require-record.js'
import { sendChange } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'

interface Transition {
  /** The verb in the error message "A finding that is … cannot be resolved." */
  readonly participle: string
  readonly from: readonly FindingStatus[]
  readonly to: FindingStatus
}

/** The state machine of a finding's status. */
const transitions = {
  resolveFinding: { participle: 'resolved', from: ['open'], to: 'resolved' },
  acceptFinding: { participle: 'accepted', from: ['open'], to: 'accepted' },
  reopenFinding: { participle: 'reopened', from: ['resolved', 'accepted'], to: 'open' },
} as const satisfies Record<string, Transition>

/** The input of an operation that closes a finding. */
export interface FindingResolution extends ById {
  /** A text of one or more lines. */
  readonly resolution: string
}

/** Changes the status of a finding. `change` returns further columns to set. */
export async function changeFindingStatus(
  domain: Domain,
  key: RecordKey,
  operation: keyof typeof transitions,
  change: (
    errors: ValidationErrors,
    tx: TransactionDomain,
    finding: Locked<'Finding'>,
  ) => Partial<Finding> | Promise<Partial<Finding>>,
  lockFirst?: (tx: TransactionDomain, errors: ValidationErrors) => Promise<void>,
): Promise<Changed> {
  const { participle, from, to }: Transition = transitions[operation]
  authorise(domain.viewer, operation)
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors(tx)
    await lockFirst?.(tx, errors)
    const finding = await requireForUpdate(tx, 'Finding', key)
    if (!from.includes(finding.status))
      errors.add(
        'WRONG_STATE',
        'id',
        `A finding that is ${finding.status} cannot be ${participle}.`,
      )
    const changed = await change(errors, tx, finding)
    errors.throwIfAny()
    return sendChange(tx, 'Finding', finding, { status: to, ...changed })
  })
}

/** The columns of a finding that a user closes. */
export const closed = (
  errors: ValidationErrors,
  { now, viewer }: Domain,
  { resolution }: FindingResolution,
): Partial<Finding> => ({
  resolution: errors.lines('resolution', resolution, 10_000),
  resolvedAt: now(),
  resolvedById: viewer.userId,
})
