import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import { ValidationErrors } from '../validation-errors.js'
import { requireForUpdate } from '../require-record.js'

/** Absent fields stay as they are; none can be cleared. */
export interface JobTypeChange {
  readonly id: RecordKey
  readonly description?: string | null | undefined
  readonly passPercentage?: number | null | undefined
  readonly active?: boolean | null | undefined
  readonly requiresSignature?: boolean | null | undefined
  readonly singleInspection?: boolean | null | undefined
}

/** Changes a type of job; jobs that exist keep what they took from it. */
export function updateJobType(domain: Domain, input: JobTypeChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateJobType')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'JobType', input.id)
    const errors = new ValidationErrors()
    const data = omitUndefined({
      description: errors.text('description', input.description),
      passPercentage: errors.required('passPercentage', input.passPercentage),
      active: errors.required('active', input.active),
      requiresSignature: errors.required('requiresSignature', input.requiresSignature),
      singleInspection: errors.required('singleInspection', input.singleInspection),
    })
    errors.integer('passPercentage', data.passPercentage, 0, 100)
    errors.throwIfAny()

    return tx.prisma.jobType.update({
      where: { id, companyId: tx.viewer.companyId },
      data,
      select: { id: true },
    })
  })
}
