import { Ctx, Mutation, Resolver } from 'type-graphql'
import { revokeCalendarLink } from '../../../domain/calendar/calendar-links.js'
import { createCalendarLink, MAX_LINKS } from '../../../domain/calendar/create-calendar-link.js'
import { type Context, domainOf } from '../../context.js'
import { type Payload, payloadType, withUserErrors } from '../common/payload.type.js'
import { Nullable } from '../common/type.decorator.js'
import { IdInput, Input } from '../common/write.decorator.js'
import { CalendarLinkType } from './calendar-link.type.js'
import { CreateCalendarLinkInput } from './calendar.input.js'

const CreateCalendarLinkPayload = payloadType('createCalendarLink', CalendarLinkType)
Nullable(
  String,
  'The link: a path on this host, for programs that subscribe to calendars. Any program that has it can read the calendar. It cannot be read again. Null if there are `userErrors`.',
)(CreateCalendarLinkPayload.prototype, 'path')

const RevokeCalendarLinkPayload = payloadType('revokeCalendarLink', CalendarLinkType)

@Resolver()
export class CalendarMutation {
  @Mutation(() => CreateCalendarLinkPayload, {
    nullable: true,
    description: `Makes a secret link to a calendar of your jobs, or for admins of the jobs of a site: those that ended in the last 30 days, and all later ones; at most 500. A user may have ${MAX_LINKS} links. For all users.`,
  })
  createCalendarLink(
    @Input(CreateCalendarLinkInput, { once: false }) input: CreateCalendarLinkInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    return withUserErrors(context, async () => {
      const { path, ...link } = await createCalendarLink(domainOf(context), input)
      return { calendarLink: link, path, userErrors: [] } as Payload
    })
  }

  @Mutation(() => RevokeCalendarLinkPayload, {
    nullable: true,
    description:
      'Revokes one of your own links to calendars; for admins, the link of any user. It stops working immediately. Revoking it again changes nothing. For all users.',
  })
  revokeCalendarLink(
    @IdInput({ once: false }) input: IdInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    return withUserErrors(context, async () => {
      const calendarLink = await revokeCalendarLink(domainOf(context), input)
      return { calendarLink, userErrors: [] } as Payload
    })
  }
}
