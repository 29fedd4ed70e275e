import { ID } from 'type-graphql'
import type { NewCalendarLink } from '../../../domain/calendar/create-calendar-link.js'
import { InputObject, Nullable } from '../common/type.decorator.js'

@InputObject('CreateCalendarLinkInput', 'The calendar that the link opens.')
export class CreateCalendarLinkInput implements NewCalendarLink {
  @Nullable(
    ID,
    'The UUID of the site whose jobs the calendar has, for admins. Null: the jobs whose technician you are.',
  )
  readonly siteId?: string | null
}
