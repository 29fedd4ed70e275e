import { type FileHandle, open, rm } from 'node:fs/promises'
import { Option } from '@commander-js/extra-typings'
import { CommandError } from './command-error.js'

export const secretFileOption = () =>
  new Option('--secret-file <path>', 'write the secret to this new file, with mode 0600')

/**
 * Creates a secret. Without a path, returns it with the rest of the result. With a path, writes it to a new file that
 * only its owner can read, and returns the path instead. Creates the file first, because a secret that cannot be stored
 * is lost.
 */
export async function storeSecret<Result extends { readonly secret: string }>(
  path: string | undefined,
  create: () => Promise<Result>,
) {
  if (path === undefined) return create()
  const file = await createFile(path)
  try {
    const { secret, ...result } = await create()
    await file.writeFile(`${secret}\n`)
    await file.sync()
    return { ...result, secretFile: path }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
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
