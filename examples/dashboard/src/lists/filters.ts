import { Temporal } from 'temporal-polyfill'
import type { ViewerQuery } from '../../generated/graphql.js'
import { conditionOf } from './custom-field-text.js'
import type { Noun } from './records.js'

/** A filter of a list. Its name is that of the field in the GraphQL filter, and of the parameter in the address. */
export type Filter = {
  readonly name: string
  readonly label: string
  /** Whether it is behind the button "More filters". */
  readonly isRare?: boolean
} & (
  | { readonly kind: 'search' }
  /** Some of these values: `statuses=SCHEDULED,PAUSED`. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** One of these values: `removed=ONLY`. */
  | { readonly kind: 'value'; readonly values: readonly string[] }
  /** `late=yes`, `late=no`. */
  | { readonly kind: 'flag' }
  /** Some records of another list: `siteIds=…,…`. */
  | { readonly kind: 'records'; readonly noun: Noun }
  /** Days in the time zone of the user: `scheduledStart=2027-01-01..2027-01-31`. Either day may be left out. */
  | { readonly kind: 'days' }
  /** A condition on a custom field of assets: `customField=<fieldId>:contains:foam`. */
  | { readonly kind: 'customField' }
  | { readonly kind: 'texts' }
  | { readonly kind: 'numbers' }
)

const REMOVED: Filter = {
  ...{ name: 'removed', label: 'Removed', kind: 'value', isRare: true },
  values: ['INCLUDE', 'ONLY'],
}

/** The filters of a list for a user. Only admins may read removed records. */
export const filtersFor = (
  { role }: ViewerQuery['viewer'],
  filters: readonly Filter[],
): readonly Filter[] => (role === 'ADMIN' ? [...filters, REMOVED] : filters)

/** The GraphQL filter of an address. Other parameters are ignored. */
export function filterOf(filters: readonly Filter[], query: URLSearchParams, timeZone: string) {
  const entries = filters.flatMap((filter) => {
    const text = query.get(filter.name)
    const value = text ? valueOf(filter, text, timeZone) : undefined
    return value === undefined ? [] : [[filter.name, value] as const]
  })
  return Object.fromEntries(entries)
}

export const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)

export const daysOf = (text: string | null): [from: string, to: string] => {
  const [from = '', to = ''] = (text ?? '').split('..')
  return [from, to]
}

/** The first instant of a day, as the begin of a range that includes it. */
export const startOfDay = (day: string, timeZone: string): string =>
  startOf(day, timeZone).toInstant().toString()

/** The last millisecond of a day, as the end of a range that includes it. */
export const endOfDay = (day: string, timeZone: string): string =>
  startOf(day, timeZone).add({ days: 1 }).subtract({ milliseconds: 1 }).toInstant().toString()

/** The day of an instant: `2027-01-31`. */
export const dayOf = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

function valueOf({ kind }: Filter, text: string, timeZone: string): unknown {
  switch (kind) {
    case 'search':
    case 'value':
      return text
    case 'flag':
      return text === 'yes'
    case 'days': {
      const [from, to] = daysOf(text)
      return {
        from: from ? startOfDay(from, timeZone) : null,
        to: to ? endOfDay(to, timeZone) : null,
      }
    }
    case 'customField':
      return conditionOf(text)
    case 'numbers':
      return listOf(text).map(Number)
    default:
      return listOf(text)
  }
}

const startOf = (day: string, timeZone: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone)
