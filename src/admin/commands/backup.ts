import { constants } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { readConfig } from '../../config/config.js'
import { embeddedSource } from '../../db/source.js'
import { requestBackup } from '../../db/embedded/backup.js'
import { CommandError } from '../command-error.js'
import { requireDatabase } from '../operator-database.js'
import { print } from '../print.js'
import type { Root } from '../root.js'

export function addBackupCommand(root: Root): void {
  root
    .command('backup')
    .description(
      'Copies the embedded database to a compressed tar file, also while the service runs.',
    )
    .argument('<file>', 'a new file')
    .action(async (file) => {
      const config = readConfig(process.env)
      const { databaseUrl, dataDir, durable } = config
      if (databaseUrl !== undefined) {
        throw new CommandError(
          'The database is on a server: use pg_dump, or a backup of the server.',
        )
      }
      requireDatabase(config)
      const path = (await requestBackup(dataDir)) ?? (await backUpClosed(dataDir, durable))
      try {
        await copyFile(path, file, constants.COPYFILE_EXCL)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        throw new CommandError(`The file ${file} could not be created (${code ?? String(error)}).`)
      } finally {
        await rm(path)
      }
      print({ file, bytes: (await stat(file)).size }, root)
    })
}

/** Opens the database, which no other process has open, and backs it up in the same way. */
async function backUpClosed(dataDir: string, durable: boolean): Promise<string> {
  const source = await embeddedSource(dataDir, durable)
  try {
    const path = await requestBackup(dataDir)
    if (path === undefined) throw new Error('The database has just been closed.')
    return path
  } finally {
    await source.close()
  }
}
