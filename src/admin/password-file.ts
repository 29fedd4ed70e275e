import { readFile } from 'node:fs/promises'
import { ConfigError } from '../config/config.js'

/** The password in a file, without the line break at its end. Throws a `ConfigError` if the file cannot be read. */
export async function readPasswordFile(path: string): Promise<string> {
  try {
    return withoutLineBreak(await readFile(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([`BOOTSTRAP_ADMIN_PASSWORD_FILE: ${path} cannot be read (${code ?? ''})`])
  }
}

export const withoutLineBreak = (text: string): string => text.replace(/\r?\n$/, '')
