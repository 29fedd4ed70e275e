import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { DEFAULT_POLICY } from '../../client/retry.js'
import { EXIT_HELP } from './run-script.js'

const CREDENTIALS_HELP = `
Credentials: the API key in FIELD_INSPECTION_API_KEY, which acts for a user; or a username, whose password is in
FIELD_INSPECTION_PASSWORD, or is prompted for, or, if the standard input is not a terminal, read from there (without the line
break at the end); or the session that fis sign-in has opened.`

/** A command line with the options of every command that sends requests. */
export const createCommand = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .addOption(
      new Option(
        '--url <url>',
        'the GraphQL endpoint; by default that of fis sign-in; without a sign-in, http://127.0.0.1:4000/graphql',
      ).env('FIELD_INSPECTION_URL'),
    )
    .addOption(
      new Option('--username <email>', 'the user to sign in as, without an API key').env(
        'FIELD_INSPECTION_USERNAME',
      ),
    )
    .addOption(
      new Option(
        '--attempts <number>',
        'how often to try a request that gets 429, 503 or no response',
      )
        .argParser(wholeNumber(1, 1000))
        .default(DEFAULT_POLICY.attempts),
    )
    .addHelpText('after', CREDENTIALS_HELP)
    .addHelpText('after', EXIT_HELP)

/** Parses the value of an option. */
export const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}
