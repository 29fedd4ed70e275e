import { GraphQLDateTime } from 'graphql-scalars'
import { NonNull, ValueType } from '../common/type.decorator.js'

@ValueType('Signature', 'A drawn signature with which a person confirmed the work of a job.')
export class SignatureType {
  @NonNull(String, 'The name of the person who signed.')
  readonly name!: string

  @NonNull(GraphQLDateTime, 'When the job was completed with the signature.')
  readonly signedAt!: Date

  @NonNull(
    String,
    'A SHA-256 hash, in hexadecimal, of the company, the number of the job, the time, the name and the drawing. `GET /verify/<hash>` confirms it.',
  )
  readonly sha256!: string
}
