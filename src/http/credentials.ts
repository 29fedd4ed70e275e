/** The credentials of a request's headers. */
export interface GivenCredentials {
  readonly token: string | undefined
  readonly apiKey: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const BEARER = /^bearer +/i

/**
 * The API key of `x-api-key`, and the token of `Authorization: Bearer`. With an API key, `x-api-token` takes
 * precedence, with or without `Bearer` in it.
 */
export function credentialsIn(headers: Headers): GivenCredentials {
  const apiKey = first(headers['x-api-key'])
  const apiToken =
    apiKey === undefined ? undefined : first(headers['x-api-token'])?.replace(BEARER, '')
  return { token: apiToken ?? bearerToken(headers), apiKey }
}

/** Whether a request has a token in the format of an access token. The token may be invalid. */
export const hasWellFormedToken = (headers: Headers): boolean =>
  /^fis_access_[\w-]{54}$/.test(credentialsIn(headers).token ?? '')

/** The token of `Authorization: Bearer`. */
export function bearerToken(headers: Headers): string | undefined {
  const authorization = first(headers['authorization']) ?? ''
  return BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined
}

const first = (value: string | string[] | undefined) => [value].flat()[0]
