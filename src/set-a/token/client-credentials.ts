import type { IncomingHttpHeaders } from 'node:http'
import { TokenHttpError } from './token-errors.js'
import type { TokenRequest } from './token.schema.js'

/**
 * The credentials of an OAuth client: from HTTP Basic (RFC 6749, 2.3.1), otherwise from the body. Id and secret are
 * undefined if HTTP Basic cannot be decoded. Throws `invalid_request` if both have credentials (RFC 6749, 2.3); the
 * body may repeat the id of HTTP Basic.
 */
export function clientCredentialsIn(
  { authorization = '' }: IncomingHttpHeaders,
  { client_id: id, client_secret: secret }: TokenRequest,
) {
  const encoded = /^basic +(\S+)$/i.exec(authorization)?.[1]
  if (encoded === undefined) return { id, secret, isBasic: false }
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  const basic = { id: decode(name), secret: decode(password), isBasic: true }
  if (secret || (id && id !== basic.id)) {
    const message = 'The client must authenticate with HTTP Basic or with the body, not with both.'
    throw new TokenHttpError(400, 'invalid_request', message)
  }
  return basic
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
