/** The credentials of a request's headers. */
export interface GivenCredentials {
  readonly token: string | undefined
  readonly apiKey: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const BEARER = /^bearer +/i

/**
 * The API key of `x-api-key`, and the token of `Authorization: Bearer`. With an API key, `x-api-token` takes precedence,
 * with or without `Bearer` in it.
 */
export function credentialsIn(headers: Headers): GivenCredentials {
  const apiKey = first(headers['x-api-key'])
  const apiToken =
    apiKey === undefined ? undefined : first(headers['x-api-token'])?.replace(BEARER, '')
  return { token: apiToken ?? bearerToken(headers), apiKey }
}

/** The token of `Authorization: Bearer`. */
export function bearerToken(headers: Headers): string | undefined {
  const authorization = first(headers['authorization']) ?? ''
  return BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined
}

/** The pair of `Authorization: Basic`, with neither name nor password if it cannot be decoded. */
export function basicCredentials(
  headers: Headers,
): { readonly name?: string | undefined; readonly password?: string | undefined } | undefined {
  const encoded = /^basic +(\S+)$/i.exec(first(headers['authorization']) ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return { name, password }
}

const first = (value: string | string[] | undefined) => [value].flat()[0]
