import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { DEFAULT_POLICY } from '../../client/retry.js'

const CREDENTIALS_HELP = `
If FIELD_INSPECTION_API_KEY has an API key that acts for a user, the script uses it, and needs neither a username nor a password.
Otherwise it reads the password from FIELD_INSPECTION_PASSWORD. If that is not set, it prompts for the password, or, if the
standard input is not a terminal, reads it from there (without the line break at the end).`

/** A command line with the options of every script. */
export const createCommand = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .addOption(
      new Option('--url <url>', 'the GraphQL endpoint')
        .env('FIELD_INSPECTION_URL')
        .default('http://127.0.0.1:4000/graphql'),
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

/** Parses the value of an option. */
export const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}
