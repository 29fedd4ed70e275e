import { addApiKeyCommands } from './commands/api-key.js'
import { addBackupCommand } from './commands/backup.js'
import { addCheckCommand } from './commands/check.js'
import { addCompanyCommands } from './commands/company.js'
import { addDocumentsCommands } from './commands/documents.js'
import { addMaintenanceCommands } from './commands/maintenance.js'
import { addOauthClientCommands } from './commands/oauth-client.js'
import { addSessionCommands } from './commands/session.js'
import { addShardCommands } from './commands/shard.js'
import { addUserCommands } from './commands/user.js'
import { createRoot, type Root } from './root.js'

/** The command line with all commands. */
export function createProgram(): Root {
  const root = createRoot()
  for (const add of [
    addCompanyCommands,
    addUserCommands,
    addOauthClientCommands,
    addApiKeyCommands,
    addSessionCommands,
    addMaintenanceCommands,
    addBackupCommand,
    addDocumentsCommands,
    addShardCommands,
    addCheckCommand,
  ]) {
    add(root)
  }
  return root
}
