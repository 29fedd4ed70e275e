import { GraphQLDateTime } from 'graphql-scalars'
import type { NewApiKey } from '../../../domain/api-key/create-api-key.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputObject('CreateApiKeyInput', 'The API key to create.')
export class CreateApiKeyInput implements NewApiKey {
  @NonNull(String, 'What the key is for.')
  readonly name!: string

  @Nullable(
    GraphQLDateTime,
    'When the key expires. The sessions that were opened with the key end at the same time. Null: the key does not expire.',
  )
  readonly expiresAt?: Date | null
}
