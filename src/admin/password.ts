import { text } from 'node:stream/consumers'
import { read } from 'read'
import { CommandError } from './command-error.js'
import { withoutLineBreak } from './password-file.js'

/**
 * Asks for a new password twice, without echo, if the standard input is a terminal. Otherwise the password is all of
 * the standard input, without the line break at its end.
 */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return withoutLineBreak(await text(process.stdin))
  const password = await ask('New password:')
  if ((await ask('Repeat the password:')) !== password) {
    throw new CommandError('The passwords differ.')
  }
  return password
}

/** Prompts on the standard error, because the standard output is for the command's result. */
async function ask(prompt: string): Promise<string> {
  try {
    // Without `terminal`, the terminal itself would echo the password if the standard error is redirected.
    return await read({ prompt, silent: true, terminal: true, output: process.stderr })
  } catch {
    throw new CommandError('Cancelled.')
  }
}
