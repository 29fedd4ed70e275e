import { closestMatch } from 'leven'

type Environment = Readonly<Record<string, string | undefined>>

const BOOTSTRAP = [
  'BOOTSTRAP_COMPANY',
  'BOOTSTRAP_ADMIN_EMAIL',
  'BOOTSTRAP_ADMIN_PASSWORD_FILE',
] as const

/** Checks the rules that involve several variables. Returns the errors. */
export function errorsBetween(env: Environment): string[] {
  const errors: string[] = []
  if (env['NODE_ENV'] === 'production' && env['DATABASE_URL'] === undefined) {
    errors.push(
      'DATABASE_URL: is required in production: a PostgreSQL server, or embedded for the embedded database',
    )
  }
  if (env['MIGRATION_DATABASE_URL'] !== undefined && !env['DATABASE_URL']?.startsWith('postgres')) {
    errors.push('MIGRATION_DATABASE_URL: requires DATABASE_URL, with the user of the service')
  }
  if (env['DATABASE_REPLICA_URLS'] !== undefined && !env['DATABASE_URL']?.startsWith('postgres')) {
    errors.push('DATABASE_REPLICA_URLS: requires DATABASE_URL, with the primary')
  }
  if (env['TRUSTED_DOCUMENTS'] !== undefined && env['PLAYGROUND'] === 'on') {
    errors.push(
      'PLAYGROUND: must be off with TRUSTED_DOCUMENTS: the documents of the playground are not trusted',
    )
  }
  if (env['PAGES'] === 'off') {
    const isDocsOn = env['DOCS'] !== undefined && env['DOCS'] !== 'off'
    const on = ['PLAYGROUND', 'DASHBOARD'].filter((name) => env[name] === 'on')
    for (const name of isDocsOn ? [...on, 'DOCS'] : on)
      errors.push(`${name}: must be off with PAGES=off, which turns all pages off`)
  }
  const storage = env['DOCUMENT_STORAGE'] ?? ''
  const needed = { folder: 'DOCUMENT_FOLDER', s3: 'S3_BUCKET' }[storage]
  if (needed !== undefined && env[needed] === undefined)
    errors.push(`${needed}: is required with DOCUMENT_STORAGE=${storage}`)
  if (
    env['S3_BUCKET'] !== undefined &&
    (env['AWS_ACCESS_KEY_ID'] === undefined) !== (env['AWS_SECRET_ACCESS_KEY'] === undefined)
  )
    errors.push('AWS_ACCESS_KEY_ID: requires AWS_SECRET_ACCESS_KEY, and the reverse')
  const missing = BOOTSTRAP.filter((name) => env[name] === undefined)
  if (missing.length < BOOTSTRAP.length) {
    errors.push(...missing.map((name) => `${name}: is required with the other BOOTSTRAP variables`))
  }
  return errors
}

/**
 * The maximum Levenshtein distance (inserted, deleted or replaced characters) of a misspelled name from a known one.
 */
const MAX_EDITS = 2

/** Shorter known names (HOST, PORT) are not compared, because they resemble variables of other programs. */
const MIN_LENGTH = 7

/** Errors for unknown variables whose names resemble known ones; case-insensitive. */
export function misspelledVariables(env: Environment, known: readonly string[]): string[] {
  const long = known.filter((name) => name.length >= MIN_LENGTH)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return []
    const nearest = closestMatch(name.toUpperCase(), long, { maxDistance: MAX_EDITS })
    return nearest ? [`${name}: is unknown; did you mean ${nearest}? Otherwise unset it`] : []
  })
}
