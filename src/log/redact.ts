const CENSOR = '[redacted]'

/**
 * Names of headers, fields and variables whose values are secrets, in any spelling: `client_secret`, `clientSecret`.
 */
const NAMES = '(?:authorization|cookie|password|secret|token|api[_-]?key|signature|database_?url)s?'
const SECRET_NAME = new RegExp(`^[\\w-]*${NAMES}$`, 'i')

/**
 * A secret and its name in a text, such as a GraphQL document or a form. What is before the last part of the name is not looked at: it
 * may be long, and have many beginnings.
 */
const NAMED_SECRET = new RegExp(
  `(${NAMES}["']?\\s*[:=]\\s*)("""[^]*?"""|"(?:\\\\.|[^"\\\\])*"?|[^\\s,&"{})]+)`,
  'gi',
)

/** The secrets that `newSecret` generates, such as `fis_access_…`. */
const OWN_SECRET = /fis_[a-z]+_[\w-]+/g

/** The value of an `Authorization` header. */
const SCHEME = /\b(bearer|basic) +[\w.~+/=-]+/gi

/** The user and the password of a URL. */
const USER_OF_URL = /(\w:\/\/)[^\s/@"]+@/g

/** A line that does not match this contains no secrets. */
const SUSPECT =
  /fis_|authorization|cookie|password|secret|token|api_?-?key|signature|database_?url|bearer|basic|:\/\//i

/** Replaces the secrets in a line of the JSON log. */
export function redact(line: string): string {
  if (!SUSPECT.test(line)) return line
  return `${JSON.stringify(JSON.parse(line, redactProperty))}\n`
}

const redactProperty = (name: string, value: unknown): unknown => {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (SECRET_NAME.test(name)) return CENSOR
  return typeof value === 'string' ? redactText(value) : value
}

function redactText(text: string): string {
  return redactJson(text) ?? redactPatterns(text)
}

/** Redacts a text that is JSON itself, such as a request body; undefined for any other text. */
function redactJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.stringify(JSON.parse(text, redactProperty))
  } catch {
    return undefined
  }
}

const redactPatterns = (text: string) =>
  text
    .replaceAll(OWN_SECRET, CENSOR)
    .replaceAll(SCHEME, `$1 ${CENSOR}`)
    .replaceAll(USER_OF_URL, `$1${CENSOR}@`)
    .replaceAll(NAMED_SECRET, `$1${CENSOR}`)
