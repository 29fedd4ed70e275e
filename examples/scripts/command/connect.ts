import { text } from 'node:stream/consumers'
import { read } from 'read'
import { Client, type ClientOptions } from '../../client/client.js'
import { graphql } from '../../client/generated/index.js'
import type { Progress } from './progress.js'
import { ScriptError } from './script-error.js'
import { findSignIn, tokenStore } from './sign-in-file.js'

const VIEWER = graphql(`
  query Viewer {
    viewer {
      user {
        id
        email
      }
      company {
        name
      }
    }
  }
`)

export interface ConnectOptions {
  /** Absent: that of the sign-in; without a sign-in, a service on this machine. */
  readonly url?: string | undefined
  /** Not needed with an API key or a sign-in. */
  readonly username?: string | undefined
  readonly attempts: number
}

const DEFAULT_URL = 'http://127.0.0.1:4000/graphql'

/** Signs in, unless there is an API key or a sign-in. Returns the client, its URL, and the id of the user. */
export async function connect(
  options: ConnectOptions,
  progress: Progress,
  onResponse?: ClientOptions['onResponse'],
) {
  const { username } = options
  const apiKey = process.env['FIELD_INSPECTION_API_KEY'] || undefined
  const saved = apiKey === undefined && username === undefined ? await findSignIn() : undefined
  const url = urlOf(options, saved?.url)
  if (apiKey === undefined && username === undefined && saved?.url !== url) {
    throw new ScriptError(NO_CREDENTIALS)
  }
  const client = createClient(url, options, progress, {
    apiKey,
    tokenStore: saved && tokenStore(saved),
    onResponse,
  })
  if (username !== undefined && apiKey === undefined) {
    await client.signIn(username, await readPassword())
  }
  return { client, url, userId: await showViewer(client) }
}

const NO_CREDENTIALS =
  'Run `fis sign-in`, set FIELD_INSPECTION_API_KEY to an API key, or give the option --username, to sign in with a password.'

/** The URL in the form in which the sign-in has it. */
export function urlOf({ url }: ConnectOptions, defaultUrl = DEFAULT_URL): string {
  const text = url ?? defaultUrl
  if (!URL.canParse(text)) throw new ScriptError(`${text} is not a URL.`)
  return new URL(text).href
}

/** A client that shows why it waits. */
export const createClient = (
  url: string,
  { attempts }: ConnectOptions,
  progress: Progress,
  options: Pick<ClientOptions, 'apiKey' | 'tokenStore' | 'onResponse'>,
): Client => {
  const onWait = ({ message }: Error, waitMs: number) => {
    progress.note(`${message} Waiting ${(waitMs / 1000).toFixed(1)} s.`)
  }
  return new Client({ url, retries: { attempts, onWait }, ...options })
}

/** Prints the company and the email address of the user. Returns the id of the user. */
export async function showViewer(client: Client): Promise<string> {
  const { user, company } = (await client.request(VIEWER, {})).viewer
  console.error(`Signed in to ${company.name} as ${user.email}.`)
  return user.id
}

export async function readPassword(): Promise<string> {
  const { FIELD_INSPECTION_PASSWORD } = process.env
  if (FIELD_INSPECTION_PASSWORD) return FIELD_INSPECTION_PASSWORD
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  try {
    // The prompt is on the standard error, because the result is on the standard output.
    return await read({ prompt: 'Password:', silent: true, terminal: true, output: process.stderr })
  } catch {
    throw new ScriptError('Cancelled.')
  }
}
