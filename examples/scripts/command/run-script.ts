import { type Command, CommanderError } from '@commander-js/extra-typings'
import { RequestError } from '../../client/errors.js'
import { ScriptError } from './script-error.js'

/** The exit status of a script. */
export const EXIT = { ok: 0, someFailed: 1, nothingDone: 2, interrupted: 130 } as const

export const EXIT_HELP = `
Exit status: 0 if everything succeeded; 1 if some rows failed, or were not sent; 2 if nothing could be done;
130 after Ctrl-C.`

/** Runs the command line. Its action sets `process.exitCode`. An error is printed, and sets `process.exitCode` to 2. */
// oxlint-disable-next-line typescript/no-explicit-any -- every command
export async function runScript(command: Command<any, any, any>): Promise<void> {
  // A reader of the output, such as `head`, may end before the command.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  try {
    for (const each of [command, ...command.commands]) each.exitOverride()
    await command.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return
    process.exitCode = EXIT.nothingDone
    // Commander has printed its own errors.
    if (!(error instanceof CommanderError)) printError(error)
  }
}

/** Prints an error. Errors of the file system, which have `syscall`, are expected: a folder may not exist. */
export function printError(error: unknown): void {
  const isExpected =
    error instanceof ScriptError ||
    error instanceof RequestError ||
    (error instanceof Error && 'syscall' in error)
  if (isWithoutGeneratedFiles(error)) console.error('Run `npm run generate` first.')
  else console.error(isExpected ? error.message : error)
}

const isWithoutGeneratedFiles = (error: unknown) =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes('generated')

/** Returns a signal that the first Ctrl-C aborts. A second Ctrl-C ends the process. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => {
    controller.abort()
  })
  return controller.signal
}
