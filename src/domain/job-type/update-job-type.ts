import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { given } from '../given.js'
import { Problems } from '../problems.js'
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
    const problems = new Problems()
    const data = given({
      description: problems.text('description', input.description),
      passPercentage: problems.required('passPercentage', input.passPercentage),
      active: problems.required('active', input.active),
      requiresSignature: problems.required('requiresSignature', input.requiresSignature),
      singleInspection: problems.required('singleInspection', input.singleInspection),
    })
    problems.integer('passPercentage', data.passPercentage, 0, 100)
    problems.throwIfAny()

    return tx.prisma.jobType.update({
      where: { id, companyId: tx.viewer.companyId },
      data,
      select: { id: true },
    })
  })
}
