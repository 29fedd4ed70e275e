import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../db/connect.js'
import { authenticate } from '../domain/credential/authenticate.js'
import { authenticateApiKey } from '../domain/api-key/authenticate-api-key.js'
import type { Throttle } from '../domain/credential/throttle.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain } from '../domain/domain.js'

/** What the face needs of the process. */
export interface Services {
  readonly db: Database
  readonly throttle: Throttle
}

/** Whoever has a company's API key. */
export interface KeyHolder {
  readonly services: Services
  readonly companyId: number
}

const BEARER = /^bearer +/i

const one = (value: string | string[] | undefined) => [value].flat()[0]

/** The token of a request: `x-api-token`, bare or as a bearer, or in its place `Authorization: Bearer …`. */
function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  const own = one(headers['x-api-token'])
  if (own !== undefined) return own.replace(BEARER, '')
  const { authorization = '' } = headers
  return BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined
}

/** Who holds the API key of a request. Refused: UNAUTHENTICATED. */
export async function keyHolderOf(
  services: Services,
  headers: IncomingHttpHeaders,
): Promise<KeyHolder> {
  const key = one(headers['x-api-key'])
  const found = key ? await authenticateApiKey(services.db, key) : undefined
  if (!found) throw unauthenticated()
  return { services, companyId: found.companyId }
}

/**
 * The domain as the user of a request sees it, who must have an API key and a token of this set's login, both of one
 * company. Refused: UNAUTHENTICATED.
 */
export async function domainOf({ db }: Services, headers: IncomingHttpHeaders): Promise<Domain> {
  const apiKey = one(headers['x-api-key'])
  const token = tokenIn(headers)
  const credentials = apiKey && token ? { token, apiKey, audiences: ['set_b'] as const } : undefined
  const session = credentials && (await authenticate(db, credentials))
  if (!session) throw unauthenticated()
  return createDomain(db, session.viewer)
}
