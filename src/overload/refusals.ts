import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RETRY_AFTER } from '../db/unavailable.js'
import { DomainError } from '../domain/errors.js'
import type { Exhaustion } from './payer.js'

/**
 * The refusal of a payer that has used its budget is sent after this time, in milliseconds, so that a client that sends each
 * request after the response to its last one costs less. If more are held back, they are sent immediately.
 */
const HOLD_MS = 250
const MAX_HELD = 1000

const OVERLOADED = 'The service is overloaded.'

let held = 0

/** Waits before a refusal is sent. */
export async function holdBack(): Promise<void> {
  if (held >= MAX_HELD) return
  held += 1
  await delay(HOLD_MS)
  held -= 1
}

/** Ends Fastify's work on the request. The response is not sent. */
export const clientHasLeft = () =>
  Object.assign(new Error('The client has left.'), { statusCode: 400 })

/** The error of a request that the service has no capacity for now. */
export function overloaded({ record }: FastifyRequest, reply: FastifyReply): Error {
  record.refusal = 'overload'
  reply.header('retry-after', RETRY_AFTER)
  return Object.assign(new Error(OVERLOADED), { statusCode: 503 })
}

/** The error of a request whose payer has used its budget: 503 if other strangers have used it up. */
export function exhausted(
  request: FastifyRequest,
  reply: FastifyReply,
  exhaustion: Exhaustion,
  isKnown: boolean,
): Error {
  const pause = pauseOf(exhaustion, isKnown)
  if (!pause) return overloaded(request, reply)
  const { retryAfter, message } = pause
  request.record.refusal = 'processor budget'
  reply.header('retry-after', retryAfter)
  return Object.assign(new Error(message), { statusCode: 429, retryAfter })
}

/** The error of a message of a WebSocket whose payer has used its budget. */
export function exhaustedMessage(exhaustion: Exhaustion, isKnown: boolean): DomainError {
  const pause = pauseOf(exhaustion, isKnown)
  return pause
    ? new DomainError('THROTTLED', pause.message, [], pause.retryAfter)
    : new DomainError('OVERLOADED', OVERLOADED, [], RETRY_AFTER)
}

/** How long the payer has to wait, in seconds; undefined if other strangers have used the budget up. */
function pauseOf({ ms, by }: Exhaustion, isKnown: boolean) {
  if (!isKnown && by === 'group') return undefined
  const retryAfter = Math.ceil(ms / 1000)
  const message = `${subjectOf(by, isKnown)} used their budget of processor time. Try again in ${retryAfter} s.`
  return { retryAfter, message }
}

function subjectOf(by: Exhaustion['by'], isKnown: boolean): string {
  if (!isKnown) return 'Requests without valid credentials from this address have'
  return by === 'group' ? 'The users of this company together have' : 'These credentials have'
}
