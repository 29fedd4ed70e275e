import { Client } from '../../client/client.js'
import { RequestError } from '../../client/errors.js'
import { graphql } from '../../client/generated/index.js'
import { type ConnectOptions, createClient, readPassword, showViewer, urlOf } from './connect.js'
import { Progress } from './progress.js'
import { ScriptError } from './script-error.js'
import { deleteSignIn, findSignIn, newTokenStore, type SignIn, signInPath } from './sign-in-file.js'

const LOGOUT = graphql(`
  mutation Logout {
    logout(input: {}) {
      ok
    }
  }
`)

/** Opens a session with a password, and keeps it for later commands. */
export async function signIn(options: ConnectOptions): Promise<void> {
  const { username } = options
  if (username === undefined) throw new ScriptError('The option --username is missing.')
  const url = urlOf(options)
  const client = createClient(url, options, new Progress('Sign-in'), {
    tokenStore: newTokenStore(url),
  })
  const before = await findSignIn()
  await client.signIn(username, await readPassword())
  if (before) await endSession(before)
  await showViewer(client)
  console.error(`The sign-in is kept in ${signInPath()}.`)
}

/** Ends the session that `signIn` has opened. */
export async function signOut(): Promise<void> {
  const found = await findSignIn()
  if (found) await endSession(found)
  await deleteSignIn()
  console.error(found ? `Signed out of ${found.url}.` : 'You are not signed in.')
}

/** Ends a session, unless the service is out of reach, or the session has ended before. */
async function endSession({ url, tokens }: SignIn): Promise<void> {
  try {
    await new Client({ url, tokens, retries: { attempts: 1 } }).request(LOGOUT, {})
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    console.error(`The session at ${url} was not ended: ${error.message}`)
  }
}
