import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'

/** Writes to a stream. `end`: whether to end the stream. */
type Write = (target: Writable, options: { readonly end: boolean }) => Promise<void>

/** Writes to a file, which has a temporary name until it is complete; without a path, to the standard output. */
export async function writeOutput(path: string | undefined, write: Write): Promise<void> {
  if (path === undefined) {
    // Node does not allow to close the standard output.
    await write(process.stdout, { end: false })
    return
  }
  const part = `${path}.part`
  try {
    await write(createWriteStream(part), { end: true })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
