import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Tokens, TokenStore } from '../../client/session.js'
import { ScriptError } from './script-error.js'

/** A session that later commands use. */
export interface SignIn {
  /** The GraphQL endpoint of the session. */
  readonly url: string
  /** Distinguishes it from an earlier or a later sign-in. Files of early versions have none. */
  readonly id?: string | undefined
  readonly tokens: Tokens
}

/** Where the sign-in is kept: in the folder that XDG_CONFIG_HOME names, by default `~/.config`. */
export const signInPath = (): string =>
  join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'fis', 'sign-in.json')

export async function findSignIn(): Promise<SignIn | undefined> {
  const path = signInPath()
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SignIn
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ScriptError(`${path} cannot be read. Run \`fis sign-in\` again.`)
  }
}

/** Writes the file, completely or not at all. Only its user can read it. */
export async function saveSignIn(signIn: SignIn): Promise<void> {
  const path = signInPath()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${process.pid}.part`
  await rm(part, { force: true })
  await writeFile(part, `${JSON.stringify(signIn)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(part, path)
}

export const deleteSignIn = (): Promise<void> => rm(signInPath(), { force: true })

/** Keeps the tokens of a new sign-in. */
export function newTokenStore(url: string): TokenStore {
  const id = randomUUID()
  return {
    read: async () => undefined,
    write: (tokens) => saveSignIn({ url, id, tokens }),
  }
}

/**
 * The tokens of a sign-in. All processes share them, because a refresh token can be used only once. A process that has begun with this
 * sign-in neither uses nor replaces the tokens of a later one.
 */
export function tokenStore({ url, id }: SignIn): TokenStore {
  const find = async () => {
    const found = await findSignIn()
    return found?.url === url && found.id === id ? found : undefined
  }
  return {
    read: async () => (await find())?.tokens,
    write: async (tokens) => {
      if (await find()) await saveSignIn({ url, id, tokens })
    },
  }
}
