import { createEvents, type EventAttributes } from 'ics'
import { MAX_INT32 } from '../db/read/statement.js'
import type { CalendarJob, OpenCalendar } from '../domain/calendar/read-calendar.js'

/** Of a program that subscribes to the calendar: see `PRODID` in RFC 5545. */
const PRODUCT = 'field-inspection-service/calendar'

/**
 * The calendar as text (RFC 5545). Times are in UTC, which each program shows in the time zone of its user; the description has the time
 * at the site. `SEQUENCE` and `LAST-MODIFIED` grow with each change of the job, so that a program replaces what it has.
 */
export function renderCalendar(
  { appName, name, frontendUrl }: OpenCalendar,
  jobs: readonly CalendarJob[],
): string {
  const header = { productId: PRODUCT, method: 'PUBLISH', calName: `${name} – ${appName}` }
  const link = linkOf(frontendUrl)
  const events = jobs.map((job) => eventOf(job, link))
  const { value, error } = createEvents(events, header)
  if (error) throw error
  return value ?? ''
}

/**
 * Addresses that the package `ics` accepts. Its own check refuses others, and takes exponential time for some of them, so they are in
 * the description.
 */
const ACCEPTED =
  /^https?:\/\/[a-z\d]+(?:-+[a-z\d]+)*(?:\.[a-z\d]+(?:-+[a-z\d]+)*)*(?::\d{2,5})?(?:[/?#][^\s:@]*)?$/

function linkOf(frontendUrl: string | null) {
  if (frontendUrl === null || !URL.canParse(frontendUrl)) return {}
  const { href } = new URL(frontendUrl)
  const url = [frontendUrl, href].find((each) => ACCEPTED.test(each))
  return url === undefined ? { text: href } : { url }
}

function eventOf(
  job: CalendarJob,
  { url, text }: { readonly url?: string; readonly text?: string },
): EventAttributes {
  const { uuid, number, status, start, end, createdAt, updatedAt, type, site, address } = job
  const isCancelled = status === 'cancelled'
  return {
    uid: uuid,
    title: `${isCancelled ? 'Cancelled: ' : ''}${type} – ${site} (job ${number})`,
    description: text === undefined ? descriptionOf(job) : `${descriptionOf(job)}\n\n${text}`,
    ...(address === '' ? {} : { location: address }),
    ...(url === undefined ? {} : { url }),
    start: start.getTime(),
    end: end.getTime(),
    status: isCancelled ? 'CANCELLED' : 'CONFIRMED',
    transp: isCancelled ? 'TRANSPARENT' : 'OPAQUE',
    sequence: sequenceOf(job),
    created: createdAt.getTime(),
    lastModified: updatedAt.getTime(),
  }
}

/** In tenths of a second, because it must not exceed 2,147,483,647. */
const sequenceOf = ({ createdAt, updatedAt }: CalendarJob): number =>
  Math.min(Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 100)), MAX_INT32)

const descriptionOf = (job: CalendarJob): string =>
  [
    `At the site: ${localTime(job.start, job)} to ${localTime(job.end, job)} (${job.timezone})`,
    `Client: ${job.client}`,
    `Technician: ${job.technician}`,
    `Status: ${job.status.replace('_', ' ')}`,
    ...(job.reference === null ? [] : [`Reference: ${job.reference}`]),
    ...(job.instructions === null ? [] : ['', job.instructions]),
  ].join('\n')

/** Such as `7 Jan 2030, 09:00`. */
const localTime = (time: Date, { timezone }: CalendarJob) =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone: timezone },
  }).format(time)
