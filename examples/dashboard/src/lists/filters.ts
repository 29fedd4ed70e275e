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

/** The fields of a GraphQL filter that combine others, or that `filtersFor` adds. */
type OtherFields = 'and' | 'or' | 'not' | 'removed'
type Unnamed<Each = Filter> = Each extends Filter ? Omit<Each, 'name'> : never

/** The filters of a list: one for each field of its GraphQL filter. */
export const filtersOf = <GraphQLFilter>(
  filters: Readonly<Record<Exclude<keyof GraphQLFilter, OtherFields>, Unnamed>>,
): readonly Filter[] =>
  Object.entries<Unnamed>(filters).map(([name, filter]) => ({ name, ...filter }))

const REMOVED: Filter = {
  ...{ name: 'removed', label: 'Removed', kind: 'value', isRare: true },
  values: ['INCLUDE', 'ONLY'],
}

/** The filters of a list for a user. Only admins may read removed records. */
export const filtersFor = (
  { role }: ViewerQuery['viewer'],
  filters: readonly Filter[],
): readonly Filter[] => (role === 'ADMIN' ? [...filters, REMOVED] : filters)

/** The GraphQL filter of an address, without what `ignoredIn` returns. */
export function filterOf(filters: readonly Filter[], query: URLSearchParams, timeZone: string) {
  const entries = filters.flatMap((filter) => {
    const values = valuesIn(filter, query.get(filter.name) ?? '')
    const known = values.map((value) => (isKnown(filter, value) ? value : ''))
    const input = known.some(Boolean) ? inputOf(filter, known, timeZone) : undefined
    return input === undefined ? [] : [[filter.name, input] as const]
  })
  return Object.fromEntries(entries)
}

/** The parameters and values of an address that a list does not know: `state NOPE`. */
export const ignoredIn = (
  filters: readonly Filter[],
  orders: Readonly<Record<string, string>>,
  query: URLSearchParams,
): string[] =>
  [...query].flatMap(([name, text]) => {
    if (name === 'descending' || (name === 'sort' && Object.hasOwn(orders, text))) return []
    const filter = filters.find((each) => each.name === name)
    if (!filter) return `${name} ${text}`
    const unknown = valuesIn(filter, text).filter((value) => value && !isKnown(filter, value))
    return unknown.map((value) => `${filter.label.toLowerCase()} ${value}`)
  })

export const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)

/** Both ends of a range; an end that is not a day is empty. */
export const daysOf = (text: string | null): [from: string, to: string] => {
  const [from = '', to = ''] = (text ?? '').split(RANGE)
  return [isDay(from) ? from : '', isDay(to) ? to : '']
}

/** Whether a text is a day, such as `2027-01-31`. */
export function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
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

const RANGE = '..'

/** The values of a filter in the address, whether the list knows them or not. */
function valuesIn({ kind }: Filter, text: string): string[] {
  if (kind === 'days') return text.split(RANGE)
  return ['search', 'value', 'flag', 'customField'].includes(kind) ? [text] : listOf(text)
}

/** Whether a list knows a value of a filter. The service checks texts and ids. */
function isKnown(filter: Filter, value: string): boolean {
  switch (filter.kind) {
    case 'values':
    case 'value':
      return filter.values.includes(value)
    case 'flag':
      return value === 'yes' || value === 'no'
    case 'days':
      return value === '' || isDay(value)
    case 'numbers':
      return /^\d+$/.test(value)
    default:
      return true
  }
}

function inputOf({ kind }: Filter, values: readonly string[], timeZone: string): unknown {
  const [first = '', last = ''] = values
  switch (kind) {
    case 'search':
    case 'value':
      return first
    case 'flag':
      return first === 'yes'
    case 'days':
      return {
        from: first ? startOfDay(first, timeZone) : null,
        to: last ? endOfDay(last, timeZone) : null,
      }
    case 'customField':
      return conditionOf(first)
    case 'numbers':
      return values.filter(Boolean).map(Number)
    default:
      return values.filter(Boolean)
  }
}

const startOf = (day: string, timeZone: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone)
