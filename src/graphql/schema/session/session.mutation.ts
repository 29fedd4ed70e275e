import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { refreshSession } from '../../../domain/credential/refresh-session.js'
import { revokeSessions } from '../../../domain/credential/revoke-sessions.js'
import type { Tokens } from '../../../domain/credential/session.js'
import { signIn } from '../../../domain/credential/sign-in.js'
import { signOut } from '../../../domain/credential/sign-out.js'
import { ValidationErrors } from '../../../domain/validation-errors.js'
import { type Payload, userErrorsOf } from '../common/payload.type.js'
import { type Context, sessionOf } from '../../context.js'
import { LoginInput, LogoutInput, RefreshTokenInput } from './session.input.js'
import { LoginPayload, LogoutPayload, RefreshTokenPayload } from './session.type.js'

@Resolver()
export class SessionMutation {
  @Mutation(() => LoginPayload, {
    nullable: true,
    description:
      'Opens a session. Credentials that do not hold are the error `UNAUTHENTICATED`, and too many attempts `RATE_LIMITED`. For anyone; Set A “obtain token”, Set B B1.',
  })
  login(
    @Arg('input', () => LoginInput, { description: 'Who signs in.' })
    { username, password }: LoginInput,
    @Ctx() context: Context,
  ) {
    const { address } = context
    return handOut({ username, password }, () =>
      signIn(context, { username, password, audience: 'graphql', address }),
    )
  }

  @Mutation(() => RefreshTokenPayload, {
    nullable: true,
    description:
      'Exchanges a refresh token for new tokens of the same session. One that does not hold is the error `UNAUTHENTICATED`. For anyone.',
  })
  refreshToken(
    @Arg('input', () => RefreshTokenInput, { description: 'Which session is to go on.' })
    { refreshToken }: RefreshTokenInput,
    @Ctx() context: Context,
  ) {
    return handOut({ refreshToken }, () =>
      refreshSession(context.db, { refreshToken, audience: 'graphql' }),
    )
  }

  @Mutation(() => LogoutPayload, {
    nullable: true,
    description: 'Ends the session that asks: all its tokens stop working at once. For members.',
  })
  async logout(
    @Arg('input', () => LogoutInput, { description: 'What is to end.' })
    { everywhere }: LogoutInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const session = sessionOf(context)
    if (everywhere) await revokeSessions(context.db.prisma, session.viewer)
    else await signOut(context.db, session)
    return { ok: true, userErrors: [] } as Payload
  }
}

/** Hands out tokens for an input, all of whose fields must say something. */
async function handOut(input: object, verb: () => Promise<Tokens>): Promise<Payload> {
  try {
    const errors = new ValidationErrors()
    for (const [field, value] of Object.entries(input)) errors.required(field, value || null)
    errors.throwIfAny()
    const { accessToken, expiresIn, refreshToken } = await verb()
    return { accessToken, tokenType: 'Bearer', expiresIn, refreshToken, userErrors: [] } as Payload
  } catch (error) {
    return { userErrors: userErrorsOf(error) }
  }
}
