import { z } from 'zod'
import type { Fault, FieldProblem } from '../http/fault.js'
import type { FaultStatus } from '../http/status.js'
import { record, text } from './wire.js'
import { presentTokenFault, TOKEN_PATH } from './token/token-errors.js'
import { wordingOf } from './wording.js'

/** What a status says where nothing more is to be said; of the others the fault has its own message. */
const messages: Partial<Record<FaultStatus, string>> = {
  401: 'Unauthenticated.',
  403: 'This action is unauthorized.',
  404: 'The resource could not be found.',
  410: 'The resource has been removed.',
  418: "I'm a teapot.",
  429: 'Too Many Attempts.',
  500: 'Server Error',
  503: 'Service Unavailable',
}

/** The body that tells of a fault, as Laravel words it. */
export function presentFault(fault: Fault, request: { id: string; url: string }): unknown {
  const { status, problems } = fault
  if (request.url.split('?', 1)[0] === TOKEN_PATH) {
    const answer = presentTokenFault(fault)
    if (answer) return answer
  }
  if (status === 400 && problems.length > 0) return presentProblems(problems)
  const message = messages[status] ?? fault.message
  return status === 500 ? { message, request_id: request.id } : { message }
}

function presentProblems(problems: readonly FieldProblem[]) {
  const errors: Record<string, string[]> = {}
  for (const problem of problems) {
    const messagesOfField = (errors[problem.path.join('.')] ??= [])
    const message = wordingOf(problem)
    if (!messagesOfField.includes(message)) messagesOfField.push(message)
  }
  const [first = '', ...rest] = Object.values(errors).flat()
  const more = rest.length === 1 ? ' (and 1 more error)' : ` (and ${rest.length} more errors)`
  return { message: rest.length === 0 ? first : first + more, errors }
}

const Message = record('Message', { message: text })
const Invalid = record('Invalid', {
  message: text,
  errors: z
    .record(z.string(), z.array(text))
    .optional()
    .describe('What is wrong with which field; only where fields are at fault.'),
})
const Failed = record('Failed', {
  message: text,
  request_id: text.describe("Names the request in the service's log; also in `X-Request-Id`."),
})

/** What `presentFault` makes. */
export const faultSchema = (status: FaultStatus): z.ZodType => {
  if (status === 400) return Invalid
  return status === 500 ? Failed : Message
}
