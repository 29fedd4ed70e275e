import { authorise } from '../access/authorise.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import { sendInsert } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'

export interface NewJobType {
  readonly name: string
  /** The lowest score, 0 to 100, with which an inspection passes. Absent: 100. */
  readonly passPercentage?: number | null | undefined
  /** Whether jobs of this type can be created. Absent: true. */
  readonly active?: boolean | null | undefined
  /** The default of a job's `requiresSignature`. Absent: false. */
  readonly requiresSignature?: boolean | null | undefined
  /** Whether a job inspects each asset at most once. Absent: false. */
  readonly singleInspection?: boolean | null | undefined
  /** Whether a job can only be completed when all its assets are inspected. Absent: false. */
  readonly requireAllAssets?: boolean | null | undefined
}

export async function createJobType(domain: Domain, input: NewJobType): Promise<Created> {
  authorise(domain.viewer, 'createJobType')
  const errors = new ValidationErrors()
  const columns = {
    description: errors.text('name', input.name),
    passPercentage: errors.integer('passPercentage', input.passPercentage ?? 100, 0, 100),
    active: input.active ?? true,
    requiresSignature: input.requiresSignature ?? false,
    singleInspection: input.singleInspection ?? false,
    requireAllAssets: input.requireAllAssets ?? false,
  }
  errors.throwIfAny()
  return inTransaction(domain, (tx) => sendInsert(tx, 'JobType', columns))
}
