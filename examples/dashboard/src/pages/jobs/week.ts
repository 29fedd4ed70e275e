import { Temporal } from 'temporal-polyfill'

/** A week in a time zone, from Monday on. */
export interface Week {
  readonly days: readonly Temporal.PlainDate[]
  /** The first and the last millisecond, as the filters of the graph have them. */
  readonly start: string
  readonly end: string
  readonly timeZone: string
}

/** The week of a day, such as `2027-01-04`; without one, the week of today. */
export function weekOf(day: string | null, timeZone: string): Week {
  const date = day ? Temporal.PlainDate.from(day) : Temporal.Now.plainDateISO(timeZone)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  const at = (days: number) => monday.add({ days }).toZonedDateTime(timeZone)
  return {
    days: [0, 1, 2, 3, 4, 5, 6].map((days) => monday.add({ days })),
    start: at(0).toInstant().toString(),
    end: at(7).subtract({ milliseconds: 1 }).toInstant().toString(),
    timeZone,
  }
}

/** The day with which the address has the week before or after. */
export const otherWeek = ({ days }: Week, weeks: number): string =>
  (days[0] ?? Temporal.Now.plainDateISO()).add({ weeks }).toString()

/** The hours of the clock since the week began: 26.5 is 02:30 on Tuesday. */
export function hoursSince({ days, timeZone }: Week, instant: string): number {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const [monday = time.toPlainDate()] = days
  return monday.until(time.toPlainDate()).days * 24 + time.hour + time.minute / 60
}

/** The instant so many hours of the clock after the week began. */
export const instantAt = ({ days: [monday], timeZone }: Week, hours: number): string | undefined =>
  monday?.toPlainDateTime().add({ hours }).toZonedDateTime(timeZone).toInstant().toString()

/** The same time of the clock, some hours later. */
export const later = (instant: string, hours: number, timeZone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .add({ hours })
    .toZonedDateTime(timeZone)
    .toInstant()
    .toString()

interface Timed {
  readonly scheduledStart: string
  readonly scheduledEnd: string
}

/** A box of the calendar. Its times are hours since the week began. */
interface Box<Job> {
  readonly job: Job
  readonly from: number
  readonly to: number
  /** The end of its text, for which a short job is too narrow. */
  readonly textTo: number
  readonly line: number
}

/** The time that the text of a box needs, in hours. */
const TEXT_HOURS = 5

/** The boxes in the row of a technician: those that overlap, also only with their texts, are below each other. */
export function boxesOf<Job extends Timed>(jobs: readonly Job[], week: Week): Box<Job>[] {
  const ends: number[] = []
  return jobs
    .toSorted((one, other) => (one.scheduledStart < other.scheduledStart ? -1 : 1))
    .map((job) => {
      const from = Math.max(0, hoursSince(week, job.scheduledStart))
      const to = Math.min(7 * 24, hoursSince(week, job.scheduledEnd))
      const textTo = Math.max(to, from + TEXT_HOURS)
      const free = ends.findIndex((end) => end <= from)
      const line = free < 0 ? ends.length : free
      ends[line] = textTo
      return { job, from, to, textTo, line }
    })
}
