import { GraphQLPositiveInt } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import { type Payload, UserErrorType } from '../common/payload.type.js'

/** The payload type of a mutation that hands out tokens. */
function tokensPayloadType(name: string) {
  @ObjectType(name, {
    simpleResolvers: true,
    description: 'What a client is given to act with; it is shown only now.',
  })
  class TokensPayloadType implements Payload {
    @Field(() => String, {
      nullable: true,
      description:
        'What to send as `Authorization: Bearer`; null where there are `userErrors`. Set A `access_token`, Set B `accessToken`.',
    })
    readonly accessToken?: string

    @Field(() => String, {
      nullable: true,
      description:
        'How to send the access token: always `Bearer`; null where there are `userErrors`. Set A `token_type`, Set B `tokenType`.',
    })
    readonly tokenType?: string

    @Field(() => GraphQLPositiveInt, {
      nullable: true,
      description:
        'Seconds until the access token expires; null where there are `userErrors`. Set A `expires_in`, Set B `expiresIn`.',
    })
    readonly expiresIn?: number

    @Field(() => String, {
      nullable: true,
      description:
        'What `refreshToken` exchanges for new tokens, once and within 30 days; null where there are `userErrors`. Set A `refresh_token`.',
    })
    readonly refreshToken?: string | undefined

    @Field(() => [UserErrorType], {
      description: 'The mistakes in the input; empty where tokens were handed out.',
    })
    readonly userErrors!: UserErrorType[]
  }
  return TokensPayloadType
}

export const LoginPayload = tokensPayloadType('LoginPayload')
export const RefreshTokenPayload = tokensPayloadType('RefreshTokenPayload')

@ObjectType('LogoutPayload', { simpleResolvers: true, description: 'What the mutation did.' })
export class LogoutPayload implements Payload {
  @Field(() => Boolean, { description: 'Whether what was to end has ended: always true.' })
  readonly ok!: boolean

  @Field(() => [UserErrorType], {
    description: 'The mistakes in the input: always empty, there are none to make.',
  })
  readonly userErrors!: UserErrorType[]
}
