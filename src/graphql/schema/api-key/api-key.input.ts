import { GraphQLDateTime } from 'graphql-scalars'
import type { NewApiKey } from '../../../domain/api-key/create-api-key.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputObject('CreateApiKeyInput', 'The API key to create.')
export class CreateApiKeyInput implements NewApiKey {
  @NonNull(String, 'What the key is for.')
  readonly name!: string

  @Nullable(
    GraphQLDateTime,
    'When the key stops working, together with the sessions that it opened; null for never.',
  )
  readonly expiresAt?: Date | null
}
