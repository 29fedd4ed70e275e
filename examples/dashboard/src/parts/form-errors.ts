import { CombinedGraphQLErrors } from '@apollo/client'

/** What the service rejected: messages by the path of their field, joined with dots, such as `address.timezone`. */
export type FormErrors = ReadonlyMap<string, string>

/** The key of messages about no field, or about a field that the form does not have. */
export const WHOLE_FORM = ''

export interface FieldError {
  readonly field: readonly string[] | null
  readonly message: string
}

/** The errors of a payload, for a form with these inputs. */
export function formErrors(errors: readonly FieldError[], inputs: readonly string[]): FormErrors {
  const messages = new Map<string, string>()
  for (const { field, message } of errors) {
    const path = field?.join('.') ?? WHOLE_FORM
    const input = inputs.includes(path) ? path : WHOLE_FORM
    messages.set(input, [messages.get(input), message].filter(Boolean).join(' '))
  }
  return messages
}

/** The values that GraphQL rejected because of their type, before the mutation ran; undefined for another error. */
export function typeErrors(error: unknown, inputs: readonly string[]): FormErrors | undefined {
  const fields = rejectedValues(error)
  return fields.length > 0 ? formErrors(fields, inputs) : undefined
}

export function rejectedValues(error: unknown): readonly FieldError[] {
  if (!CombinedGraphQLErrors.is(error)) return []
  return error.errors.flatMap(({ message, extensions }) =>
    extensions?.['code'] === 'BAD_USER_INPUT'
      ? [{ field: (extensions['path'] ?? null) as string[] | null, message }]
      : [],
  )
}
