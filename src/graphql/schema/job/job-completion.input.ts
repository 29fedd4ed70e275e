import { ID } from 'type-graphql'
import type { JobCompletion } from '../../../domain/job/complete-job.js'
import type { NewSignature } from '../../../domain/job/signature.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputObject('SignatureInput', 'A drawn signature.')
class SignatureInput implements NewSignature {
  @NonNull(ID, 'An uploaded PNG that belongs to no record yet. It then belongs to the job.')
  readonly documentId!: string

  @NonNull(String, 'The name of the person who signs.')
  readonly name!: string
}

@InputObject('CompleteJobInput', 'The job to complete.')
export class CompleteJobInput implements JobCompletion {
  @NonNull(ID, 'The UUID of the job.')
  readonly id!: string

  @Nullable(SignatureInput, 'The drawn signature; required if the job requires a signature.')
  readonly signature?: SignatureInput | null

  @Nullable(
    String,
    'The name of a person who confirms the work without a drawn signature; must be absent if `signature` is given.',
  )
  readonly signatureName?: string | null
}
