import type { ApolloClient } from '@apollo/client'
import type { FieldError } from '../parts/form-errors.js'
import { readAgain, userErrorsIn } from '../parts/use-action.js'
import { mutationOf } from './actions.js'
import type { Entry } from './entry.js'
import { mutationFailure, type Outcome } from './response.js'

/** What became of the mutation of an entry. */
export type SentMutation =
  | { readonly kind: 'sent'; readonly data: object }
  | { readonly kind: 'rejected'; readonly errors: readonly FieldError[] }
  | (Outcome & { readonly kind: 'later' })

/** Sends the mutation of an entry, and reads again what is on the screen. */
export async function sendMutation(client: ApolloClient, entry: Entry): Promise<SentMutation> {
  const sent = await attempt(client, entry, entry.input)
  if (sent.kind !== 'rejected' || !areAllOfTimes(sent.errors)) return sent
  const again = await attempt(client, entry, withoutTimes(entry.input))
  // A checklist that is answered in order needs the times. What is wrong with them is in the first response.
  return again.kind === 'rejected' ? sent : again
}

async function attempt(client: ApolloClient, entry: Entry, input: object): Promise<SentMutation> {
  try {
    const { data = {} } = await client.mutate({
      mutation: mutationOf(entry.action),
      variables: { input: { ...input, idempotencyKey: entry.key } },
    })
    const errors = userErrorsIn(data)
    if (errors.length > 0) return { kind: 'rejected', errors }
    await readAgain(client)
    return { kind: 'sent', data }
  } catch (error) {
    const outcome = mutationFailure(error)
    if (outcome.kind === 'later') return outcome
    const message = outcome.kind === 'refused' ? outcome.message : String(error)
    return { kind: 'rejected', errors: [{ field: null, message }] }
  }
}

/** Whether only times are rejected: if the clock of this device is ahead of that of the service, the service takes its own time. */
const areAllOfTimes = (errors: readonly FieldError[]) =>
  errors.every(({ field }) => TIMES.includes(field?.at(-1) ?? ''))

const TIMES = ['inspectedAt', 'answeredAt']

const withoutTimes = (input: object): object =>
  JSON.parse(
    JSON.stringify(input, (name, value: unknown) => (TIMES.includes(name) ? undefined : value)),
  ) as object
