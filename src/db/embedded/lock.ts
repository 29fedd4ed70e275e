import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { promisify } from 'node:util'

/** Another process uses the folder of the embedded database. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The database folder ${folder} is in use by another process. ` +
        'Stop that process, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL server that several processes can share.',
    )
    this.name = 'FolderInUseError'
  }
}

/**
 * Locks a folder for this process. Returns the function that unlocks it.
 *
 * The lock is a listening socket named after the folder. The operating system closes it when the process ends, however
 * it ends. A file with a process id could outlive its process.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const path = await realpath(folder)
  const name = socketName(createHash('sha256').update(path).digest('hex').slice(0, 24))
  if (name.startsWith('/')) await removeStaleFile(name)
  const server = createServer((socket) => socket.destroy()).listen(name)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EADDRINUSE' ? new FolderInUseError(path) : error
  }
  server.unref()
  return promisify(server.close.bind(server))
}

/** On Linux and Windows, a name that is not in the file system. On other systems, a file with a short path. */
function socketName(id: string): string {
  if (process.platform === 'linux') return `\0field-inspection-${id}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\field-inspection-${id}`
  return `/tmp/field-inspection-${id}.sock`
}

/** Removes the file of a socket if no process listens on it: such a file outlives its process. */
async function removeStaleFile(name: string): Promise<void> {
  const socket = createConnection(name)
  const connected = await once(socket, 'connect').catch(() => undefined)
  socket.destroy()
  if (!connected) await rm(name, { force: true })
}
