import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { once } from 'node:events'
import {
  type NewObject,
  ObjectMissingError,
  type ObjectStore,
  whenAvailable,
} from './object-store.js'

/** The end of the name of a file that is not complete. */
const PART = '.part'

/**
 * Keeps objects as files below a folder. Each is written to a file of another name, flushed to the disk, and renamed. The folder must
 * exist: otherwise an instance whose disk is not mounted would write into an empty folder.
 */
export function createFolderStore(path: string): ObjectStore {
  const root = resolve(path)
  const pathOf = (name: string) => join(root, name)
  return {
    create: (name) => inFolder(() => createFile(root, pathOf(name))),
    open: (name, from) =>
      inFolder(async () => {
        const file = createReadStream(pathOf(name), { start: from })
        try {
          await once(file, 'open')
        } catch (error) {
          await stat(root)
          throw isMissing(error) ? new ObjectMissingError(name, error) : error
        }
        return file
      }),
    sizeOf: (name) =>
      inFolder(async () => {
        await stat(root)
        return stat(pathOf(name)).then(
          ({ size }) => size,
          (error: unknown) => {
            if (isMissing(error)) return undefined
            throw error
          },
        )
      }),
    delete: (name) =>
      inFolder(async () => {
        // Otherwise a folder that is not mounted would seem to have deleted the file.
        await stat(root)
        await rm(pathOf(name), { force: true })
        await rm(pathOf(name) + PART, { force: true })
      }),
    list: () => listFiles(root),
  }
}

async function createFile(root: string, path: string): Promise<NewObject> {
  const folder = dirname(path)
  await stat(root)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = path + PART
  const file = await open(part, 'w', 0o600)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await file.close()
  }
  return {
    write: (content) => inFolder(() => file.writeFile(content)),
    complete: () =>
      inFolder(async () => {
        await file.sync()
        await close()
        await rename(part, path)
        // The entries of new files and folders are durable when the folders that have them are flushed.
        for (let each = folder; ; each = dirname(each)) {
          await sync(each)
          if (each === root) break
        }
      }),
    discard: async () => {
      await close()
      await rm(part, { force: true })
    },
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** One folder after the other: `opendir` with `recursive` leaves out entries in Node.js 20. */
async function* listFiles(root: string, below = ''): AsyncGenerator<string> {
  const entries = await inFolder(() => readdir(join(root, below), { withFileTypes: true }))
  for (const entry of entries) {
    const name = below + entry.name
    if (entry.isDirectory()) yield* listFiles(root, `${name}/`)
    else yield name.endsWith(PART) ? name.slice(0, -PART.length) : name
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const inFolder = <Result>(work: () => Promise<Result>): Promise<Result> =>
  whenAvailable('The folder of the documents', work)
