import { hash, randomBytes } from 'node:crypto'

/**
 * Generates an opaque secret of 320 random bits, safe in URLs and headers. The prefix names the kind, so that secret
 * scanners and people recognise a leaked secret. With `companyId`, its end names the company: a distributed database then finds the secret
 * on one server.
 */
export function newSecret(
  kind: 'access' | 'refresh' | 'key' | 'client' | 'password' | 'calendar',
  companyId?: number,
): string {
  const secret = `fis_${kind}_${randomBytes(40).toString('base64url')}`
  return companyId === undefined ? secret : `${secret}_${companyId.toString(36)}`
}

/** An access token or an API key. Those of release 1.1 end before the company. */
const TOKEN = /^fis_(?:access|key)_[\w-]{54}(?:_(?<company>[0-9a-z]{1,6}))?$/

export const isWellFormedToken = (token: string): boolean => TOKEN.test(token)

const MAX_INT = 2 ** 31 - 1

/** The company that an access token or an API key names, which need not have it; undefined if it names none. */
export function companyNamedBy(token: string): number | undefined {
  const company = TOKEN.exec(token)?.groups?.['company']
  const id = company === undefined ? undefined : parseInt(company, 36)
  return id !== undefined && id <= MAX_INT ? id : undefined
}

/** The SHA-256 hash of a secret. Only the hash is stored. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
