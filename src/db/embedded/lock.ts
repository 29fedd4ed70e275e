import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'

/** Says that another process holds the folder of the embedded database. */
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
 * Takes `folder` for this process alone, and returns what gives it back.
 *
 * The lock is a listening socket named after the folder. The kernel closes it however the process ends, so unlike a
 * file with a process id it can neither be left behind nor be mistaken for a live one.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const path = await realpath(folder)
  const name = socketName(createHash('sha256').update(path).digest('hex').slice(0, 24))
  if (name.startsWith('/')) await removeLeftover(name)
  const server = createServer((socket) => socket.destroy())
  try {
    await listen(server, name)
  } catch (error) {
    throw isInUse(error) ? new FolderInUseError(path) : error
  }
  server.unref()
  return () =>
    new Promise((resolve) =>
      server.close(() => {
        resolve()
      }),
    )
}

/** Linux and Windows name sockets outside the file system; elsewhere it is a file with a short path. */
function socketName(id: string): string {
  if (process.platform === 'linux') return `\0field-inspection-${id}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\field-inspection-${id}`
  return `/tmp/field-inspection-${id}.sock`
}

/** A socket file outlives its process, but then nobody answers on it. */
async function removeLeftover(name: string): Promise<void> {
  const answered = await new Promise<boolean>((resolve) => {
    const socket = createConnection(name, () => {
      resolve(true)
    })
    socket
      .on('error', () => {
        resolve(false)
      })
      .on('connect', () => socket.destroy())
  })
  if (!answered) await rm(name, { force: true })
}

function listen(server: Server, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(name, resolve)
  })
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
