import type { TokenRequest } from './token.schema.js'

export interface ClientCredentials {
  readonly id: string | undefined
  readonly secret: string | undefined
  /** Whether they came by HTTP Basic. */
  readonly basic: boolean
}

/** How an OAuth client names itself: by HTTP Basic (RFC 6749, 2.3.1), or in the body. */
export function clientCredentialsIn(
  authorization: string | undefined,
  { client_id: id, client_secret: secret }: TokenRequest,
): ClientCredentials {
  const encoded = /^basic +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return { id, secret, basic: false }
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return { id: decode(name), secret: decode(password), basic: true }
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
