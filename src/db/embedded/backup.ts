import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connectToOwner, DataFolderError } from './lock.js'

/** The allowed name of a backup file. */
const NAME = /^backup-[\da-f-]{36}\.tar\.gz$/

const DONE = 'done'

/** How long a connection may take to send the name. */
const REQUEST_MS = 5000

/**
 * Writes a backup of the database to the file whose name the socket sends. The file must exist in the data folder: its
 * permissions protect backups, because every user of the machine can connect to the socket.
 */
export async function answerBackupRequest(
  socket: Socket,
  folder: string,
  dump: (() => Promise<Uint8Array>) | undefined,
): Promise<void> {
  socket.on('error', () => undefined)
  socket.setTimeout(REQUEST_MS, () => socket.destroy())
  try {
    const name = await textOf(socket)
    socket.setTimeout(0)
    const path = join(folder, name)
    if (!dump || !NAME.test(name) || !existsSync(path))
      throw new Error('This is not a valid request for a backup.')
    await writeFile(path, await dump())
    socket.end(DONE)
  } catch (error) {
    socket.end(error instanceof Error ? error.message : String(error))
  }
}

/** Reads all that the other process sends. The socket stays open for the response. */
async function textOf(socket: Socket): Promise<string> {
  let received = ''
  const chunks = socket.setEncoding('utf8').iterator({ destroyOnReturn: false })
  for await (const chunk of chunks as AsyncIterable<string>) received += chunk
  return received
}

/**
 * Requests a backup from the process that has opened the database in `folder`. Returns the path of a compressed tar
 * file in `folder`, with mode 0600; undefined if no process has the database open.
 */
export async function requestBackup(folder: string): Promise<string | undefined> {
  const socket = await connectToOwner(folder)
  if (!socket) return undefined
  const name = `backup-${randomUUID()}.tar.gz`
  const path = join(folder, name)
  await writeFile(path, '', { mode: 0o600 })
  socket.end(name)
  const answer = await text(socket).catch(String)
  if (answer === DONE) return path
  await rm(path, { force: true })
  throw new DataFolderError(
    `The service did not make a backup: ${answer || 'it closed the connection'}`,
  )
}
