import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Created, Domain } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'

export interface NewJobType {
  readonly description: string
  /** The lowest score, 0 to 100, with which an inspection passes. Absent: 100. */
  readonly passPercentage?: number | null | undefined
  /** Whether new jobs can be of this type. Absent: true. */
  readonly active?: boolean | null | undefined
  /** Whether jobs of this type need a signature unless they say otherwise. Absent: false. */
  readonly requiresSignature?: boolean | null | undefined
  /** Absent: false. */
  readonly singleInspection?: boolean | null | undefined
}

/** Adds a type of job. */
export async function createJobType(domain: Domain, input: NewJobType): Promise<Created> {
  authorise(domain.viewer, 'createJobType')
  const errors = new ValidationErrors()
  const description = errors.text('description', input.description)
  const passPercentage = input.passPercentage ?? 100
  errors.integer('passPercentage', passPercentage, 0, 100)
  errors.throwIfAny()

  return domain.prisma.jobType.create({
    data: {
      uuid: newUuid(),
      companyId: domain.viewer.companyId,
      description,
      passPercentage,
      active: input.active ?? true,
      requiresSignature: input.requiresSignature ?? false,
      singleInspection: input.singleInspection ?? false,
    },
    select: { id: true, uuid: true },
  })
}
