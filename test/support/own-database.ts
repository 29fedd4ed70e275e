import { createEmptyDatabase } from './server-database.js'
import { makeTemporaryFolder } from './temporary-folder.js'

const server = process.env['DATABASE_URL'] ?? ''

/**
 * A new empty database, and the environment variables of processes that use it with `NODE_ENV=production`. It is on the
 * server of DATABASE_URL, otherwise embedded: only one process can open an embedded database.
 */
export async function ownDatabase() {
  const { folder, remove } = await makeTemporaryFolder()
  const database = server ? await createEmptyDatabase(server) : undefined
  return {
    folder,
    embedded: database === undefined,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: database?.url ?? 'embedded',
      DATA_DIR: folder,
      DURABLE: 'off',
    },
    remove: async () => {
      await database?.drop()
      await remove()
    },
  }
}

export type OwnDatabase = Awaited<ReturnType<typeof ownDatabase>>
