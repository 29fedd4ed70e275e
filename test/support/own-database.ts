import { createEmptyDatabase } from './server-database.js'
import { makeTemporaryFolder } from './temporary-folder.js'

const server = process.env['DATABASE_URL'] ?? ''

/**
 * The environment of processes in production with an empty database of their own: on the server of DATABASE_URL, or
 * embedded. `embedded` says which: then only one process can have it open.
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
