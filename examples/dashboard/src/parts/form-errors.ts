import { CombinedGraphQLErrors } from '@apollo/client'
import type { GraphQLFormattedError } from 'graphql'
import { describeError } from './problem.js'

/** What the service rejected: messages by the path of their field, joined with dots, such as `address.timezone`. */
export type FormErrors = ReadonlyMap<string, string>

/** The key of messages about no field, or about a field that the form does not have. */
export const WHOLE_FORM = ''

export interface FieldError {
  readonly field: readonly string[] | null
  readonly message: string
}

/** The errors of a payload, for a form with these inputs. An error within a list belongs to the input of the list. */
export function formErrors(errors: readonly FieldError[], inputs: readonly string[]): FormErrors {
  const messages = new Map<string, string>()
  for (const { field, message } of errors) {
    const path = field?.join('.') ?? WHOLE_FORM
    const input = inputs.find((name) => `${path}.`.startsWith(`${name}.`)) ?? WHOLE_FORM
    messages.set(input, [messages.get(input), message].filter(Boolean).join(' '))
  }
  return messages
}

/** Why a request has failed: the values that GraphQL rejected because of their type, before the mutation ran, or one message. */
export function errorsOfRequest(error: unknown): readonly FieldError[] {
  const rejected = CombinedGraphQLErrors.is(error) ? error.errors.flatMap(rejectedValue) : []
  return rejected.length > 0 ? rejected : [{ field: null, message: describeError(error) }]
}

const rejectedValue = ({ message, extensions }: GraphQLFormattedError): FieldError[] =>
  extensions?.['code'] === 'BAD_USER_INPUT'
    ? [{ field: (extensions['path'] ?? null) as string[] | null, message }]
    : []
