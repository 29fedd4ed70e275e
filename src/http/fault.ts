import type { z } from 'zod'
import { isDatabaseUnavailable, RETRY_AFTER } from '../db/unavailable.js'
import { DomainError, type Problem } from '../domain/errors.js'
import { type FaultStatus, statuses } from './status.js'

export type Path = Problem['path']

/** What is wrong with one field of a request, its path in the words of the wire. */
export interface FieldProblem extends Problem {
  /** Where the wire's own shape is at fault and not a rule of the domain. */
  readonly issue?: z.core.$ZodIssue
}

interface Details {
  readonly headers?: Readonly<Record<string, string>>
  readonly problems?: readonly FieldProblem[]
}

/** What is answered in place of what was asked for. Each set has its own body for it. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly headers: Readonly<Record<string, string>>
  readonly problems: readonly FieldProblem[]

  constructor(
    readonly status: FaultStatus,
    message: string,
    { headers = {}, problems = [] }: Details = {},
  ) {
    super(message)
    this.headers = headers
    this.problems = problems
  }
}

/** What is to be answered to an error, whatever it is. A bug is a 500 that says nothing. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (error instanceof DomainError) return refusal(error)
  const { statusCode: status } = error as { statusCode?: number }
  if (status === 503 || (status === undefined && isDatabaseUnavailable(error))) {
    const headers = { 'retry-after': String(RETRY_AFTER) }
    return new Fault(503, 'The service is temporarily unavailable.', { headers })
  }
  if (status === 429) return new Fault(429, 'There were too many requests.')
  if (status !== undefined && status >= 400 && status < 500) {
    return new Fault(400, (error as Error).message)
  }
  return new Fault(500, 'Something went wrong on our side.')
}

function refusal({ code, message, problems, retryAfter, limit }: DomainError): Fault {
  const headers: Record<string, string> = {}
  if (code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Bearer'
  if (retryAfter !== undefined) {
    headers['retry-after'] = String(retryAfter)
    if (limit !== undefined) headers['ratelimit-limit'] = String(limit)
    headers['ratelimit-remaining'] = '0'
    headers['ratelimit-reset'] = String(retryAfter)
  }
  return new Fault(statuses[code], message, { headers, problems })
}
