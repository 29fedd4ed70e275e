import { Arg, Ctx, ID, Query, Resolver, Root } from 'type-graphql'
import { findUserSessions, MAX_OPEN_SESSIONS } from '../../../domain/credential/open-sessions.js'
import { type Context, domainOf } from '../../context.js'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { Key, KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { InspectionConnection } from '../inspection/inspection.connection.js'
import { JobConnection } from '../job/job.connection.js'
import { SessionType, sessionValue } from '../session/open-session.type.js'
import { SiteConnection } from '../site/site.connection.js'
import { UserConnection } from './user.connection.js'
import { UserNode } from './user.type.js'

@KeyInput('User')
class UserKey {
  @Nullable(String, 'The email address, ignoring case.')
  readonly email?: string | null
}

@Resolver(() => UserNode)
export class UserResolver {
  @RecordQuery(UserNode, 'The user with this id or key; null if there is none.')
  user(@Key(UserKey) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @Query(() => [SessionType], {
    nullable: true,
    description: `The open sessions of a user in all APIs, newest first; only the newest ${MAX_OPEN_SESSIONS} if there are more. Null if there is no such user. End one with \`revokeSession\`. For admins.`,
  })
  async userSessions(
    @Arg('id', () => ID, { description: 'The UUID of the user.' }) id: string,
    @Ctx() context: Context,
  ): Promise<SessionType[] | null> {
    const sessions = await findUserSessions(domainOf(context), id)
    return sessions?.map((session) => sessionValue(session, context)) ?? null
  }

  @ConnectionQuery(UserConnection, 'The users of the company.')
  users(@FieldReader() read: FieldReader) {
    return read.connection('User')
  }

  @ConnectionField(SiteConnection, 'The sites that the user manages.')
  sites(@Root() user: object, @FieldReader() read: FieldReader) {
    return read.children(user)
  }

  @ConnectionField(JobConnection, 'The jobs whose technician is the user.')
  jobs(@Root() user: object, @FieldReader() read: FieldReader) {
    return read.children(user)
  }

  @ConnectionField(InspectionConnection, 'The inspections by the user.')
  inspections(@Root() user: object, @FieldReader() read: FieldReader) {
    return read.children(user)
  }
}
