import { Field } from 'type-graphql'
import { InputObject, NonNull } from '../common/type.decorator.js'

@InputObject('LoginInput', 'The credentials of a user.')
export class LoginInput {
  @NonNull(String, 'The email address of the user, case-insensitive.')
  readonly username!: string

  @NonNull(String, 'The password of the user.')
  readonly password!: string
}

@InputObject('RefreshTokenInput', 'The refresh token to exchange.')
export class RefreshTokenInput {
  @NonNull(
    String,
    'The newest refresh token that `login` or `refreshToken` returned. Each token works once; a retry within 10 seconds returns the same tokens. A retry after more than 10 seconds ends the session.',
  )
  readonly refreshToken!: string
}

@InputObject('LogoutInput', 'The sessions to end.')
export class LogoutInput {
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      'Whether to end all sessions of the user, including those of the REST APIs. If false or null, only the session of this request ends.',
  })
  readonly everywhere?: boolean | null
}
