import { CommandError } from './admin/command-error.js'
import { printError } from './admin/print.js'
import { createProgram } from './admin/program.js'
import { ConfigError } from './config/config.js'
import { PoolerError } from './db/connect-client.js'
import { DataFolderError } from './db/embedded/lock.js'
import { PendingMigrationsError } from './db/migrate.js'
import { NotOwnerError } from './db/owner.js'
import { isDatabaseUnavailable } from './db/unavailable.js'
import { DomainError } from './domain/errors.js'

const EXPECTED = [
  CommandError,
  ConfigError,
  DataFolderError,
  DomainError,
  NotOwnerError,
  PendingMigrationsError,
  PoolerError,
]

/** `npm run admin -- …`: the operator's commands. Exits with 1 if a command fails. */
const program = createProgram()
try {
  await program.parseAsync()
} catch (error) {
  const expected = EXPECTED.some((type) => error instanceof type) || isDatabaseUnavailable(error)
  if (expected) printError(error as Error, program)
  else console.error(error)
  process.exitCode = 1
}
