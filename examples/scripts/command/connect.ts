import { text } from 'node:stream/consumers'
import { read } from 'read'
import { Client } from '../../client/client.js'
import { graphql } from '../../client/generated/index.js'
import type { Progress } from './progress.js'
import { ScriptError } from './script-error.js'

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

interface Options {
  readonly url: string
  /** Not needed with an API key. */
  readonly username?: string | undefined
  readonly attempts: number
}

/** Signs in, unless the environment has an API key. Returns the client and the id of the user. */
export async function connect({ url, username, attempts }: Options, progress: Progress) {
  if (!URL.canParse(url)) throw new ScriptError(`${url} is not a URL.`)
  const onWait = ({ message }: Error, waitMs: number) => {
    progress.note(`${message} Waiting ${(waitMs / 1000).toFixed(1)} s.`)
  }
  const apiKey = process.env['FIELD_INSPECTION_API_KEY'] || undefined
  const client = new Client({ url, apiKey, retries: { attempts, onWait } })
  if (apiKey === undefined) {
    if (username === undefined) throw new ScriptError(NO_CREDENTIALS)
    await client.signIn(username, await readPassword())
  }
  const { user, company } = (await client.request(VIEWER, {})).viewer
  console.error(`Signed in to ${company.name} as ${user.email}.`)
  return { client, userId: user.id }
}

const NO_CREDENTIALS =
  'Set FIELD_INSPECTION_API_KEY to an API key, or give the option --username, to sign in with a password.'

async function readPassword(): Promise<string> {
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
