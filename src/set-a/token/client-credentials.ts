import type { IncomingHttpHeaders } from 'node:http'
import { basicCredentials } from '../../http/credentials.js'
import type { TokenRequest } from './token.schema.js'

export interface ClientCredentials {
  readonly id: string | undefined
  readonly secret: string | undefined
  /** Whether they are from HTTP Basic. */
  readonly isBasic: boolean
}

/** The credentials of an OAuth client: from HTTP Basic (RFC 6749, 2.3.1), otherwise from the body. */
export function clientCredentialsIn(
  headers: IncomingHttpHeaders,
  { client_id: id, client_secret: secret }: TokenRequest,
): ClientCredentials {
  const basic = basicCredentials(headers)
  if (!basic) return { id, secret, isBasic: false }
  return { id: decode(basic.name), secret: decode(basic.password), isBasic: true }
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
