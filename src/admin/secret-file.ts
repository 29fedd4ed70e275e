import { type FileHandle, open, rm } from 'node:fs/promises'
import { Option } from '@commander-js/extra-typings'
import { CommandError } from './command-error.js'
import { type Fields, print, printError } from './print.js'
import type { Root } from './root.js'

export const secretFileOption = () =>
  new Option('--secret-file <path>', 'write the secret to this new file, with mode 0600')

/**
 * Creates a secret, and prints it with the rest of the result. With a path, writes it to a new file that only its owner can
 * read, and prints the path instead. Creates the file first; if it cannot be written after all, prints the secret, because one that is
 * not stored is lost.
 */
export async function printSecret(
  path: string | undefined,
  create: () => Promise<Fields & { readonly secret: string }>,
  root: Root,
): Promise<void> {
  if (path === undefined) {
    print(await create(), root)
    return
  }
  const file = await createFile(path)
  const created = await create().catch(async (error: unknown) => {
    await file.close()
    await rm(path, { force: true })
    throw error
  })
  const { secret, ...result } = created
  try {
    await write(file, `${secret}\n`)
    print({ ...result, secretFile: path }, root)
  } catch (error) {
    printError(
      new CommandError(`The secret file ${path} cannot be written: ${String(error)}`),
      root,
    )
    print(created, root)
    process.exitCode = 1
  }
}

async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EEXIST' ? 'exists already' : `cannot be created (${code ?? ''})`
    throw new CommandError(`The secret file ${path} ${reason}.`)
  }
}

async function write(file: FileHandle, content: string): Promise<void> {
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
