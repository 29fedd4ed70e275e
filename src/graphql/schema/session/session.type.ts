import { Int } from 'type-graphql'
import { type Payload, UserErrorType } from '../common/payload.type.js'
import { NonNull, ValueType } from '../common/type.decorator.js'

/** The payload type of a mutation that returns tokens. Failures are `errors` of the response, not `userErrors`. */
function tokensPayloadType(name: string) {
  @ValueType(name, 'The tokens of a session. They cannot be read again.')
  class TokensPayloadType implements Payload {
    @NonNull(String, 'The token to send as `Authorization: Bearer <token>`.')
    readonly accessToken!: string

    @NonNull(String, 'The type of the access token: always `Bearer`.')
    readonly tokenType!: string

    @NonNull(Int, 'The seconds until the access token expires.')
    readonly expiresIn!: number

    @NonNull(
      String,
      'The token for the mutation `refreshToken`. It can be used once, within 30 days, and not later than 90 days after `login`.',
    )
    readonly refreshToken!: string

    @NonNull([UserErrorType], 'Always empty: failures are in `errors` of the response.')
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
