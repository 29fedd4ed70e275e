import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { revokeSession } from '../../../domain/credential/open-sessions.js'
import { refreshSession } from '../../../domain/credential/refresh-session.js'
import type { Tokens } from '../../../domain/credential/session.js'
import { signIn } from '../../../domain/credential/sign-in.js'
import { signOut, signOutEverywhere } from '../../../domain/credential/sign-out.js'
import { ValidationErrors } from '../../../domain/validation-errors.js'
import { type Context, domainOf, sessionOf } from '../../context.js'
import { type Payload, payloadType, withUserErrors } from '../common/payload.type.js'
import { IdInput } from '../common/write.decorator.js'
import { SessionType, sessionValue } from './open-session.type.js'
import { LoginInput, LogoutInput, RefreshTokenInput } from './session.input.js'
import { LoginPayload, LogoutPayload, RefreshTokenPayload } from './session.type.js'

const RevokeSessionPayload = payloadType('revokeSession', SessionType)

@Resolver()
export class SessionMutation {
  @Mutation(() => LoginPayload, {
    nullable: true,
    description:
      'Opens a session. Fails with `BAD_USER_INPUT` if a field is empty, with `UNAUTHENTICATED` if the credentials are wrong, with `RATE_LIMITED` after too many attempts, with `UNAVAILABLE` if too many passwords are being verified. A request with a valid access token of the same user has its own rate limit: the attempts of other clients do not count towards it. Requires no access token.',
  })
  login(
    @Arg('input', () => LoginInput, { description: 'The credentials of a user.' })
    { username, password }: LoginInput,
    @Ctx() context: Context,
  ) {
    const { origin } = context.request.access
    return issueTokens({ username, password }, () =>
      signIn(context, { username, password, audience: 'graphql', ...origin }),
    )
  }

  @Mutation(() => RefreshTokenPayload, {
    nullable: true,
    description:
      'Exchanges a refresh token for new tokens of the same session. Fails with `BAD_USER_INPUT` if it is empty, with `UNAUTHENTICATED` if it is invalid. Requires no access token.',
  })
  refreshToken(
    @Arg('input', () => RefreshTokenInput, { description: 'The refresh token to exchange.' })
    { refreshToken }: RefreshTokenInput,
    @Ctx() context: Context,
  ) {
    return issueTokens({ refreshToken }, () =>
      refreshSession(context.db, {
        refreshToken,
        audience: 'graphql',
        address: context.request.ip,
      }),
    )
  }

  @Mutation(() => LogoutPayload, {
    nullable: true,
    description:
      'Ends the session of this request, or all sessions of the user. Their tokens stop working immediately. For all users.',
  })
  async logout(
    @Arg('input', () => LogoutInput, { description: 'The sessions to end.' })
    { everywhere }: LogoutInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    if (everywhere) await signOutEverywhere(domainOf(context))
    else await signOut(context.db, sessionOf(context))
    return { ok: true, userErrors: [] } as Payload
  }

  @Mutation(() => RevokeSessionPayload, {
    nullable: true,
    description:
      'Ends one of your own sessions, also the session of this request; for admins, a session of any user. Its tokens stop working immediately. Ending it again changes nothing. For all users.',
  })
  revokeSession(
    @IdInput({ once: false }) input: IdInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    return withUserErrors(context, async () => {
      const session = await revokeSession(domainOf(context), input)
      return { session: sessionValue(session, context), userErrors: [] } as Payload
    })
  }
}

/** Issues tokens. Throws INVALID if a field of the input is empty. */
async function issueTokens(input: object, issue: () => Promise<Tokens>) {
  const errors = new ValidationErrors()
  for (const [field, value] of Object.entries(input)) errors.required(field, value || null)
  errors.throwIfAny()
  return { ...(await issue()), tokenType: 'Bearer', userErrors: [] }
}
