import { GraphQLPositiveInt } from 'graphql-scalars'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { type Payload, UserErrorType } from '../common/payload.type.js'

/** The payload type of a mutation that returns tokens. */
function tokensPayloadType(name: string) {
  @ValueType(name, 'The tokens of a session. They cannot be read again.')
  class TokensPayloadType implements Payload {
    @Nullable(String, 'The token to send as `Authorization: Bearer <token>`; null on error.')
    readonly accessToken?: string

    @Nullable(String, 'The type of the access token: always `Bearer`; null on error.')
    readonly tokenType?: string

    @Nullable(GraphQLPositiveInt, 'The seconds until the access token expires; null on error.')
    readonly expiresIn?: number

    @Nullable(
      String,
      'The token for `refreshToken`: works once, for 30 days, but not beyond 90 days after `login`; null on error.',
    )
    readonly refreshToken?: string | undefined

    @NonNull([UserErrorType], 'The validation errors of the input; empty if tokens were issued.')
    readonly userErrors!: UserErrorType[]
  }
  return TokensPayloadType
}

export const LoginPayload = tokensPayloadType('LoginPayload')
export const RefreshTokenPayload = tokensPayloadType('RefreshTokenPayload')

@ValueType('LogoutPayload', 'The result of `logout`.')
export class LogoutPayload implements Payload {
  @NonNull(Boolean, 'Whether the sessions ended: always true.')
  readonly ok!: boolean

  @NonNull([UserErrorType], 'Always empty: every input is valid.')
  readonly userErrors!: UserErrorType[]
}
