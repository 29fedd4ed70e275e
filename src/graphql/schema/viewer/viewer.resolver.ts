import { Ctx, FieldResolver, Query, Resolver } from 'type-graphql'
import type { CalendarLink } from '../../../domain/calendar/calendar-link.js'
import { findOwnCalendarLinks } from '../../../domain/calendar/calendar-links.js'
import { findOwnSessions, MAX_OPEN_SESSIONS } from '../../../domain/credential/open-sessions.js'
import { type Context, domainOf } from '../../context.js'
import { hasId } from '../../read/lookups.js'
import { CalendarLinkType } from '../calendar/calendar-link.type.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { CompanyNode } from '../company/company.type.js'
import { SessionType, sessionValue } from '../session/open-session.type.js'
import { UserNode } from '../user/user.type.js'
import { ViewerType } from './viewer.type.js'

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { description: 'The signed-in user.' })
  viewer(@FieldReader() read: FieldReader) {
    return { role: read.viewer.role }
  }

  @FieldResolver(() => UserNode, { description: 'The record of the user.' })
  user(@FieldReader() read: FieldReader) {
    return read.record(hasId(read.viewer.userId))
  }

  @FieldResolver(() => CompanyNode, { description: 'The company of the user.' })
  company(@FieldReader() read: FieldReader) {
    return read.record(hasId(read.viewer.companyId))
  }

  @FieldResolver(() => [SessionType], {
    description: `The open sessions of the user in all APIs, newest first; only the newest ${MAX_OPEN_SESSIONS} if there are more. End one with \`revokeSession\`, or all with \`logout\`.`,
  })
  async sessions(@Ctx() context: Context): Promise<SessionType[]> {
    const sessions = await findOwnSessions(domainOf(context))
    return sessions.map((session) => sessionValue(session, context))
  }

  @FieldResolver(() => [CalendarLinkType], {
    description:
      'The links to calendars that the user has made and not revoked, newest first; at most 20. Make one with `createCalendarLink`.',
  })
  calendarLinks(@Ctx() context: Context): Promise<CalendarLink[]> {
    return findOwnCalendarLinks(domainOf(context))
  }
}
