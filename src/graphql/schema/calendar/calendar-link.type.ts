import { GraphQLDateTime } from 'graphql-scalars'
import { ID } from 'type-graphql'
import type { CalendarLink } from '../../../domain/calendar/calendar-link.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'

@ValueType(
  'CalendarLink',
  'A secret link to a calendar of jobs in the format iCalendar, to which calendar programs subscribe without signing in. It works until it is revoked, or its user is inactive or removed.',
)
export class CalendarLinkType implements CalendarLink {
  @NonNull(ID, 'The UUID of the link, for `revokeCalendarLink`.')
  readonly uuid!: string

  @Nullable(
    ID,
    'The UUID of the site whose jobs the calendar has; null if it has the jobs of the user.',
  )
  readonly siteId!: string | null

  @Nullable(String, 'The name of this site.')
  readonly siteName!: string | null

  @NonNull(GraphQLDateTime, 'When the link was made.')
  readonly createdAt!: Date

  @Nullable(GraphQLDateTime, 'When the link was revoked; null if it works.')
  readonly revokedAt!: Date | null
}
