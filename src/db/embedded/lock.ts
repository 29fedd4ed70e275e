import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The folder of the embedded database is in use, damaged or not writable, or was not backed up. The message says what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/**
 * Locks a folder for this process. Returns the function that unlocks it. `onConnection` gets the connections of
 * processes that call `connectToOwner`.
 *
 * The lock is a listening socket whose name is a hash of the folder's path. The operating system closes the socket when
 * the process ends, even after a crash. A file with a process id could outlive its process.
 */
export async function lockFolder(
  folder: string,
  onConnection: (socket: Socket) => void,
): Promise<() => Promise<void>> {
  const path = await requireFolder(folder)
  const name = socketName(path)
  if (name.startsWith('/')) await removeStaleFile(name)
  const server = createServer({ allowHalfOpen: true }, onConnection).listen(name)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new DataFolderError(
      `The database folder ${path} is in use by another process. ` +
        'Stop that process, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL server that several processes can share.',
    )
  }
  server.unref()
  return promisify(server.close.bind(server))
}

/** A connection to the process that has locked a folder; undefined if none has. */
export async function connectToOwner(folder: string): Promise<Socket | undefined> {
  return connectIfListening(socketName(await requireFolder(folder)))
}

/** Creates the folder if it does not exist. Tests that a file can be created in it. Returns its canonical path. */
async function requireFolder(folder: string): Promise<string> {
  try {
    await makeFolder(folder)
    const path = await realpath(folder)
    const probe = join(path, `.probe-${randomUUID()}`)
    await writeFile(probe, '')
    await rm(probe)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new DataFolderError(
      `DATA_DIR: ${folder} is not a folder that this user can write to (${code}).`,
      { cause: error },
    )
  }
}

/** Creates a folder and those above it. `mkdir` with `recursive` never returns below a folder such as `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) {
    await readdir(folder)
    return
  }
  await makeFolder(dirname(resolve(folder)))
  await mkdir(folder)
}

/** An abstract socket on Linux, a named pipe on Windows, and a file with a short path on other systems. */
function socketName(path: string): string {
  const id = createHash('sha256').update(path).digest('hex').slice(0, 24)
  if (process.platform === 'linux') return `\0field-inspection-${id}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\field-inspection-${id}`
  return `/tmp/field-inspection-${id}.sock`
}

/** Removes the file of a socket that no process listens on. The file remains if its process crashes. */
async function removeStaleFile(name: string): Promise<void> {
  const socket = await connectIfListening(name)
  socket?.destroy()
  if (!socket) await rm(name, { force: true })
}

async function connectIfListening(name: string): Promise<Socket | undefined> {
  const socket = createConnection(name)
  const connected = await once(socket, 'connect').catch(() => undefined)
  return connected && socket
}
