import { z } from 'zod'
import { Fault } from '../../http/fault.js'
import { record, text } from '../wire.js'
import { wordingOf } from '../wording.js'

export const TOKEN_PATH = '/oauth/token'

/** RFC 6749, 5.2, with Laravel's `message`. */
export const TokenError = record('TokenError', {
  error: z.enum(['invalid_request', 'unsupported_grant_type', 'invalid_client', 'invalid_grant']),
  error_description: text,
  message: text,
})

type Code = z.output<typeof TokenError>['error']

/** A request for a token that is refused, for a reason that the standard has a code for. */
export class TokenFault extends Fault {
  constructor(
    status: 400 | 401,
    readonly error: Code,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(status, message, { headers })
  }
}

/** The body that tells why there is no token; undefined where the standard has no words for it. */
export function presentTokenFault(fault: Fault): z.output<typeof TokenError> | undefined {
  if (fault instanceof TokenFault) return bodyOf(fault.error, fault.message)
  const [problem] = fault.problems
  if (fault.status !== 400) return undefined
  return bodyOf('invalid_request', problem ? wordingOf(problem) : fault.message)
}

const bodyOf = (error: Code, message: string) => ({
  error,
  error_description: message,
  message,
})
