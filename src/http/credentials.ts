import { hash } from 'node:crypto'

export interface GivenCredentials {
  readonly token: string | undefined
  readonly apiKey: string | undefined
}

/** The credentials of a request's headers. */
export class RequestCredentials implements GivenCredentials {
  private digest: string | undefined

  constructor(
    readonly token: string | undefined,
    readonly apiKey: string | undefined,
  ) {}

  /** A hash of the credentials, because caches must not contain secrets; undefined without credentials. */
  get cacheKey(): string | undefined {
    const { token, apiKey } = this
    if (token === undefined && apiKey === undefined) return undefined
    return (this.digest ??= hash('sha256', JSON.stringify([token, apiKey]), 'base64'))
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const BEARER = /^bearer +/i

/**
 * The API key of `x-api-key`, and the token of `Authorization: Bearer`. If there is an API key, the token of
 * `x-api-token`, with or without the prefix `Bearer`, takes precedence.
 */
export function credentialsIn(headers: Headers): RequestCredentials {
  const apiKey = first(headers['x-api-key'])
  const apiToken =
    apiKey === undefined ? undefined : first(headers['x-api-token'])?.replace(BEARER, '')
  return new RequestCredentials(apiToken ?? bearerToken(headers), apiKey)
}

/** Whether there is a token in the format of an access token. The token may be invalid. */
export const hasWellFormedToken = ({ token = '' }: GivenCredentials): boolean =>
  /^fis_access_[\w-]{54}$/.test(token)

/** Whether there is an API key in the format of one. The key may be invalid. */
export const hasWellFormedKey = ({ apiKey = '' }: GivenCredentials): boolean =>
  /^fis_key_[\w-]{54}$/.test(apiKey)

/** The token of `Authorization: Bearer`. */
export function bearerToken(headers: Headers): string | undefined {
  const authorization = first(headers['authorization']) ?? ''
  return BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined
}

const first = (value: string | string[] | undefined) =>
  typeof value === 'object' ? value[0] : value
