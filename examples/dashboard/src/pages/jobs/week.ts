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
  readonly id: string
  readonly scheduledStart: string
  readonly scheduledEnd: string
}

/** The line of each job in the row of its technician: jobs that overlap are below each other. */
export function linesOf(jobs: readonly Timed[]): ReadonlyMap<string, number> {
  const ends: string[] = []
  const sorted = jobs.toSorted((one, other) => (one.scheduledStart < other.scheduledStart ? -1 : 1))
  return new Map(
    sorted.map(({ id, scheduledStart, scheduledEnd }) => {
      const free = ends.findIndex((end) => end <= scheduledStart)
      const line = free < 0 ? ends.length : free
      ends[line] = scheduledEnd
      return [id, line]
    }),
  )
}
