import { GraphQLDateTime } from 'graphql-scalars'
import { ID, InputType } from 'type-graphql'
import type { Scope } from '../../../domain/access/scope.js'
import type { NewApiKey } from '../../../domain/api-key/create-api-key.js'
import type { ApiKeyChange } from '../../../domain/api-key/update-api-key.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { ApiKeyScopeEnum } from './api-key.type.js'

@InputType({ description: 'The limits of an API key.' })
abstract class ApiKeyLimitsInput {
  @Nullable(
    GraphQLDateTime,
    'When the key expires. The sessions that were opened with the key end at the same time. Null: the key does not expire.',
  )
  readonly expiresAt?: Date | null

  @Nullable(
    [ApiKeyScopeEnum],
    'What the key may do, at most what the role of its user allows; at least one scope. Sessions that are opened with the key have the same limit. Null: all that the role allows. Null is rejected if the key acts for a user.',
  )
  readonly scopes?: Scope[] | null

  @Nullable(
    [String],
    'The addresses from which the key may be used: 1 to 100 IPv4 or IPv6 ranges in CIDR notation, such as `192.0.2.0/24`, or single addresses. Requests from other addresses fail with `FORBIDDEN`. Null: any address.',
  )
  readonly addressRanges?: string[] | null
}

@InputObject('CreateApiKeyInput', 'The API key to create.')
export class CreateApiKeyInput extends ApiKeyLimitsInput implements NewApiKey {
  @NonNull(String, 'What the key is for.')
  readonly name!: string

  @Nullable(
    ID,
    'The UUID of the active user that the key acts for. Such a key works alone, as `Authorization: Bearer <key>`, and needs `scopes`. It cannot be changed later. Null: the key works only together with the token of a user.',
  )
  readonly actsAs?: string | null
}

@InputObject('UpdateApiKeyInput', 'Changes to an API key. Absent fields keep their values.')
export class UpdateApiKeyInput extends ApiKeyLimitsInput implements ApiKeyChange {
  @NonNull(ID, 'The UUID of the API key.')
  readonly id!: string

  @Nullable(String, 'What the key is for. Null is rejected.')
  readonly name?: string | null
}
