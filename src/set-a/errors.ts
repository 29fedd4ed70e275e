import { z } from 'zod'
import type { ValidationError } from '../domain/errors.js'
import type { ErrorStatus, HttpError } from '../http/http-error.js'
import { formatTokenError, TOKEN_PATH } from './token/token-errors.js'
import { messageOf } from './validation-messages.js'

/** Laravel's messages by status. They replace the error's own message. */
const messages: Partial<Record<ErrorStatus, string>> = {
  401: 'Unauthenticated.',
  403: 'This action is unauthorized.',
  404: 'The resource could not be found.',
  410: 'The resource has been removed.',
  418: "I'm a teapot.",
  429: 'Too Many Attempts.',
  500: 'Server Error',
  503: 'Service Unavailable',
}

/** The body of an error response, in the form that Laravel uses. */
export function formatError(httpError: HttpError, request: { id: string; url: string }): unknown {
  const { status, errors } = httpError
  if (request.url.split('?', 1)[0] === TOKEN_PATH) {
    const body = formatTokenError(httpError, messages[status])
    if (body) return body
  }
  if (status === 400 && errors.length > 0) return formatFieldErrors(errors)
  const message = messages[status] ?? httpError.message
  return status === 500 ? { message, request_id: request.id } : { message }
}

function formatFieldErrors(fieldErrors: readonly ValidationError[]) {
  const errors: Record<string, string[]> = {}
  for (const error of fieldErrors) {
    const messagesOfField = (errors[error.path.join('.')] ??= [])
    const message = messageOf(error)
    if (!messagesOfField.includes(message)) messagesOfField.push(message)
  }
  const [first = '', ...rest] = Object.values(errors).flat()
  const more = rest.length === 1 ? ' (and 1 more error)' : ` (and ${rest.length} more errors)`
  return { message: rest.length === 0 ? first : first + more, errors }
}

const Message = z.strictObject({ message: z.string() }).meta({ id: 'Message' })
const Invalid = z
  .strictObject({
    message: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('The error messages by field; only if fields have errors.'),
  })
  .meta({ id: 'Invalid' })
const Failed = z
  .strictObject({
    message: z.string(),
    request_id: z
      .string()
      .describe("The request's id in the service's log; also in `X-Request-Id`."),
  })
  .meta({ id: 'Failed' })

/** The schema of what `formatError` returns. */
export const errorSchema = (status: ErrorStatus): z.ZodType => {
  if (status === 400) return Invalid
  return status === 500 ? Failed : Message
}
