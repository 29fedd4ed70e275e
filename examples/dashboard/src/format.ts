import { createContext, useContext } from 'react'

const LOCALE = 'en-GB'

/** The time zone of the signed-in user. */
export const TimeZoneContext = createContext('UTC')

/** Formats instants in the user's time zone; null as a dash. */
export function useTimeFormat() {
  const timeZone = useContext(TimeZoneContext)
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(LOCALE, { timeZone, ...options })
    return (instant: string | null) => (instant ? formatter.format(new Date(instant)) : '–')
  }
  const [thisYear, otherYear] = [format(SHORT_TIME), format({ ...SHORT_TIME, year: 'numeric' })]
  const year = format({ year: 'numeric' })
  const now = year(new Date().toISOString())
  return {
    date: format({ dateStyle: 'medium' }),
    /** With the year, unless it is this one. */
    time: (instant: string | null) => (year(instant) === now ? thisYear : otherYear)(instant),
  }
}

const DAY = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', dateStyle: 'medium' })

/** `2027-01-31` → `31 Jan 2027` */
export const formatDay = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`))

const SHORT_TIME = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const

/** `IN_PROGRESS` → `In progress`, `OK` → `OK`. It also works for enum values that are added later. */
export const labelOf = (value: string): string =>
  value.length > 2 ? value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ') : value

export const formatNumber = (value: number): string => value.toLocaleString(LOCALE)

/** `1 site`, `1,200 sites` */
export const countOf = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** `45 min`, `3 h 5 min` */
export const minutesOf = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`

const UNITS = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const

/** `P1Y6M` → `1 year, 6 months` */
export const durationOf = (duration: string): string =>
  [...duration.matchAll(/(\d+)([YMWD])/g)]
    .map(([, count, unit]) => countOf(Number(count), UNITS[unit as keyof typeof UNITS]))
    .join(', ')
