import { GraphQLDateTime } from 'graphql-scalars'
import { ID } from 'type-graphql'
import type { OpenSession } from '../../../domain/credential/open-sessions.js'
import { type Context, sessionOf } from '../../context.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'

const interfaces = {
  graphql: 'graphql',
  set_a: 'rest_api',
  set_b: 'rest_v1',
} as const satisfies Record<OpenSession['audience'], string>

type Interface = (typeof interfaces)[OpenSession['audience']]

const SessionInterface = enumType<Interface>(
  'SessionInterface',
  'The API that a user signed in to.',
  {
    graphql: 'GraphQL: the mutation `login`.',
    rest_api: 'The REST API under `/api`: an OAuth token.',
    rest_v1: 'The REST API under `/v1`: a login with an API key.',
  },
)

@ValueType('Session', 'A session of a user. It begins with a sign-in.')
export class SessionType {
  @NonNull(ID, 'The UUID of the session, for `revokeSession`.')
  readonly uuid!: string

  @NonNull(SessionInterface, 'The API that the user signed in to.')
  readonly interface!: Interface

  @NonNull(GraphQLDateTime, 'When the user signed in.')
  readonly createdAt!: Date

  @NonNull(
    GraphQLDateTime,
    'When the session expires. Each refresh of its tokens postpones this time, up to 90 days after the sign-in.',
  )
  readonly expiresAt!: Date

  @Nullable(
    GraphQLDateTime,
    'When the tokens of the session were last refreshed; null if never, or not within 30 days.',
  )
  readonly refreshedAt!: Date | null

  @Nullable(GraphQLDateTime, 'When the session was ended; null if it is open.')
  readonly revokedAt!: Date | null

  @Nullable(String, 'The IP address of the client that signed in; null if it was not recorded.')
  readonly address!: string | null

  @Nullable(
    String,
    'The program that signed in, as in its header `User-Agent`; null if it sent none.',
  )
  readonly userAgent!: string | null

  @NonNull(Boolean, 'Whether it is the session of this request.')
  readonly current!: boolean
}

/** Converts a session of the domain to `SessionType`. */
export const sessionValue = (
  { id, audience, ...session }: OpenSession,
  context: Context,
): SessionType => ({
  ...session,
  uuid: id,
  interface: interfaces[audience],
  current: id === sessionOf(context).sessionId,
})
