import { Field, InputType } from 'type-graphql'

@InputType('LoginInput', { description: 'Who signs in; Set B B1.' })
export class LoginInput {
  @Field(() => String, {
    description: 'The user’s email, in any case; `username` in Set A and Set B.',
  })
  readonly username!: string

  @Field(() => String, { description: 'The user’s password; `password` in Set A and Set B.' })
  readonly password!: string
}

@InputType('RefreshTokenInput', { description: 'Which session is to go on.' })
export class RefreshTokenInput {
  @Field(() => String, {
    description:
      'The refresh token that `login` or `refreshToken` answered with last; Set A `refresh_token`. It is good for one exchange: presented again later than 10 seconds after it, it ends the session.',
  })
  readonly refreshToken!: string
}

@InputType('LogoutInput', { description: 'What is to end.' })
export class LogoutInput {
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      'Whether all sessions of the user end, those in Set A and Set B too; false or null: only the one that asks.',
  })
  readonly everywhere?: boolean | null
}
