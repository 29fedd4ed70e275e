import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { v4 as newUuid } from 'uuid'
import { whenAvailable } from './object-store.js'

/** Bytes that wait on the disk of this machine. Nothing stays if the process is killed, because the file has no name. */
export interface Spool {
  /** The bytes so far. */
  readonly size: () => number
  write(part: Uint8Array): Promise<void>
  read(): Readable
  close(): Promise<void>
}

/**
 * Opens an empty file in the folder for temporary files (`TMPDIR`), and removes its name. Throws a `StoreUnavailableError`, as `write`
 * does, such as if the disk is full.
 */
export async function openSpool(): Promise<Spool> {
  const file = await inTemporaryFolder(openNameless)
  let size = 0
  let isOpen = true
  return {
    size: () => size,
    write: async (part) => {
      await inTemporaryFolder(() => file.writeFile(part))
      size += part.byteLength
    },
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    close: async () => {
      if (!isOpen) return
      isOpen = false
      await file.close()
    },
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `field-inspection-${newUuid()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

const inTemporaryFolder = <Result>(work: () => Promise<Result>): Promise<Result> =>
  whenAvailable('The folder for temporary files', work)
