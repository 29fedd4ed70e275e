import { Prisma } from '../../db/generated/prisma/client.js'
import type { RecordKey, TransactionDomain } from '../domain.js'
import { lockReferences } from '../record/lock-reference.js'
import { identify } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'
import { isTrigger } from './event-names.js'
import { isAllowedPort, isAllowedProtocol } from './webhook-address.js'
import type { WebhookServices, WebhookSettings } from './webhook-queries.js'

export interface NewWebhook {
  /** The address that receives the events. */
  readonly url: string
  /** The names of the events. */
  readonly triggers: readonly string[]
  /** A GraphQL query about the record `$id`. Absent or null: events have no `data`. */
  readonly query?: string | null | undefined
  /** Only changes of records of these sites. Absent or null: of all. */
  readonly siteIds?: readonly RecordKey[] | null | undefined
  /** The API key whose changes cause no event. */
  readonly exceptMadeBy?: RecordKey | null | undefined
}

const MAX_URL = 2000
const MAX_QUERY = 10_000
const MAX_TRIGGERS = 100
const MAX_TRIGGER = 255

export function checkUrl(
  errors: ValidationErrors,
  given: string | null | undefined,
  settings: WebhookSettings,
) {
  const text = errors.text('url', given, MAX_URL)
  if (typeof text !== 'string') return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !isAllowedProtocol(url.protocol, settings)) {
    errors.add('INVALID', 'url', 'A URL that begins with https:// is expected.')
    return text
  }
  if (url.username || url.password) {
    errors.add('INVALID', 'url', 'The URL may not contain a username or a password.')
  }
  if (!isAllowedPort(url, settings)) {
    const ports = settings.ports?.join(', ')
    errors.add('INVALID', 'url', `The port must be one of these: ${ports}.`)
  }
  return text
}

export function checkTriggers(
  errors: ValidationErrors,
  given: readonly string[] | null | undefined,
  { queries }: WebhookServices,
) {
  const triggers = errors.required('triggers', given)
  if (!triggers) return undefined
  if (triggers.length === 0) errors.add('REQUIRED', 'triggers', 'At least one event is expected.')
  if (triggers.length > MAX_TRIGGERS) {
    errors.add('TOO_LONG', 'triggers', `At most ${MAX_TRIGGERS} events are allowed.`)
  }
  for (const [index, trigger] of triggers.slice(0, MAX_TRIGGERS).entries()) {
    const path = ['triggers', index]
    if (trigger.length > MAX_TRIGGER) {
      errors.add('TOO_LONG', path, `At most ${MAX_TRIGGER} characters are allowed.`)
    } else if (!isTrigger(trigger, queries.isField)) {
      const message = 'A record and a field are expected, such as asset.status or *.removed.'
      errors.add('INVALID', path, message)
    }
  }
  return [...new Set(triggers)]
}

export function checkQuery(
  errors: ValidationErrors,
  { viewer }: TransactionDomain,
  given: string | null | undefined,
  { queries }: WebhookServices,
) {
  const text = errors.optionalLines('query', given, MAX_QUERY)
  // The parser is not given a text that is too long.
  if (text == null || errors.all.some(({ path }) => path[0] === 'query')) return text
  const problem = queries.check(text, viewer)
  if (problem !== undefined) errors.add('INVALID', 'query', problem)
  return text
}

/** The UUIDs of the sites, as they are stored. Undefined if they are not given. */
export async function checkSites(
  tx: TransactionDomain,
  errors: ValidationErrors,
  keys: readonly RecordKey[] | null | undefined,
) {
  if (keys === undefined) return undefined
  if (keys === null) return Prisma.DbNull
  if (keys.length === 0) errors.add('REQUIRED', 'siteIds', 'At least one site is expected.')
  const sites = await lockReferences(tx, errors, 'siteIds', 'Site', keys)
  return sites.map(({ uuid }) => uuid)
}

export async function findExceptedKey(
  { prisma, viewer: { companyId } }: TransactionDomain,
  errors: ValidationErrors,
  key: RecordKey | null | undefined,
): Promise<number | null | undefined> {
  if (key == null) return key
  const where = { companyId, ...identify(key) }
  const found = await prisma.apiKey.findFirst({ where, select: { id: true } })
  errors.reference('exceptMadeBy', found, 'ApiKey')
  return found?.id
}
