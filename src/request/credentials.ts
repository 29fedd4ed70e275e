import { parseCookie } from 'cookie'
import { companyNamedBy, hashSecret, isWellFormedToken } from '../domain/credential/secret.js'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The credentials of a request's headers. Each is hashed at most once for a request. */
export class RequestCredentials {
  private hashOfToken: Buffer | undefined
  private hashOfKey: Buffer | undefined
  private idInCaches: string | undefined

  constructor(
    private readonly token: string | undefined,
    private readonly apiKey: string | undefined,
  ) {}

  /** The SHA-256 hash of the token, which the database stores instead of the token. */
  get tokenHash(): Buffer | undefined {
    return this.token === undefined ? undefined : (this.hashOfToken ??= hashSecret(this.token))
  }

  /** The company that the token names. */
  get companyId(): number | undefined {
    return this.token === undefined ? undefined : companyNamedBy(this.token)
  }

  /** The SHA-256 hash of the API key. */
  get apiKeyHash(): Buffer | undefined {
    return this.apiKey === undefined ? undefined : (this.hashOfKey ??= hashSecret(this.apiKey))
  }

  /** The company that the API key names. */
  get companyOfKey(): number | undefined {
    return this.apiKey === undefined ? undefined : companyNamedBy(this.apiKey)
  }

  /** Identifies the credentials in caches, which must not contain secrets; undefined without credentials. */
  get cacheKey(): string | undefined {
    if (this.token === undefined && this.apiKey === undefined) return undefined
    return (this.idInCaches ??= [this.tokenHash, this.apiKeyHash]
      .map((hash) => hash?.toString('base64'))
      .join(' '))
  }

  /** Whether the token is an API key, which is used alone. */
  get isKeyAlone(): boolean {
    return this.apiKey === undefined && (this.token?.startsWith('fis_key_') ?? false)
  }

  /** Whether there is a token in the format of an access token or of an API key. The token may be invalid. */
  get hasWellFormedToken(): boolean {
    return this.token !== undefined && isWellFormedToken(this.token)
  }

  /** Whether there is an API key in the format of one. The key may be invalid. */
  get hasWellFormedKey(): boolean {
    return this.apiKey?.startsWith('fis_key_') === true && isWellFormedToken(this.apiKey)
  }
}

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

/** The token of `Authorization: Bearer`, without any API key. */
export const bearerCredentialsIn = (headers: Headers): RequestCredentials =>
  new RequestCredentials(bearerToken(headers), undefined)

/** The cookie with an access token that a browser sends to the documentation, and to no other address. */
export const DOCS_COOKIE = 'fis_docs'

/** The credentials of `credentialsIn`; without them, the token of the cookie `DOCS_COOKIE`. */
export function cookieCredentialsIn(headers: Headers): RequestCredentials {
  const given = credentialsIn(headers)
  if (given.cacheKey !== undefined) return given
  return new RequestCredentials(parseCookie(first(headers['cookie']) ?? '')[DOCS_COOKIE], undefined)
}

/** The token of `Authorization: Bearer`. */
export function bearerToken(headers: Headers): string | undefined {
  const authorization = first(headers['authorization']) ?? ''
  return BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined
}

const first = (value: string | string[] | undefined) =>
  typeof value === 'object' ? value[0] : value
