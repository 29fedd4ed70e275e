import { type Config, ConfigError } from '../config/config.js'
import type { Database } from '../db/connect.js'
import { isPartlyUnavailable } from '../db/unavailable.js'
import type { Log } from '../log/log.js'
import { createFirstCompany } from '../domain/company/create-company.js'
import { DomainError } from '../domain/errors.js'
import { createOperator } from '../domain/operator.js'
import { readPasswordFile } from './password-file.js'

/** The environment variable for each input field of `createFirstCompany`. */
const VARIABLES: Readonly<Record<string, string>> = {
  name: 'BOOTSTRAP_COMPANY',
  'admin.email': 'BOOTSTRAP_ADMIN_EMAIL',
  'admin.password': 'BOOTSTRAP_ADMIN_PASSWORD_FILE',
}

/**
 * Creates the company and the admin that the variables `BOOTSTRAP_…` describe, if the database has no company yet.
 * Throws a `ConfigError` if a variable is invalid. The password file is read only if it is needed.
 */
export async function bootstrapCompany(
  { company, adminEmail, adminPasswordFile }: NonNullable<Config['bootstrap']>,
  db: Database,
  log: Log,
): Promise<void> {
  const readInput = async () => ({
    name: company,
    admin: {
      // Placeholders, which the admin can change with `updateUser`.
      firstName: 'First',
      lastName: 'Admin',
      email: adminEmail,
      password: await readPasswordFile(adminPasswordFile),
    },
  })
  try {
    const created = await createFirstCompany(
      createOperator(db.forCaller({ actor: { operation: 'bootstrap' } })),
      readInput,
    )
    if (created) log.info({ company: created.uuid }, 'Created the first company and its admin')
  } catch (error) {
    if (error instanceof DomainError) throw configErrorOf(error)
    if (!isPartlyUnavailable(db.status(), error)) throw error
    log.warn({ err: error }, 'No first company was created, because a database server is down')
  }
}

const configErrorOf = ({ errors }: DomainError) =>
  new ConfigError(
    errors.map(({ path, message }) => `${VARIABLES[path.join('.')] ?? path.join('.')}: ${message}`),
  )
