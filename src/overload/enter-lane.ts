import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Payer } from './payer.js'
import { clientHasLeft, overloaded } from './refusals.js'

/** Calls `done` when the request may begin, with an error if it may not. Sets `request.leaveLane`. */
export function enterLane(
  request: FastifyRequest,
  reply: FastifyReply,
  payer: Payer,
  kind: object | undefined,
  done: (error?: Error) => void,
): void {
  const refuse = () => {
    done(request.end.isReached ? clientHasLeft() : overloaded(request, reply))
  }
  // For example during the authentication.
  if (request.end.isReached) {
    refuse()
    return
  }
  const handler = { hasLeft: false }
  let leave = () => {
    handler.hasLeft = true
  }
  // With a name, so that it is a young object: docs/decisions/requests.md.
  const leaveLane = () => {
    leave()
  }
  request.leaveLane = leaveLane
  leave = payer.lane.enter(kind !== undefined && payer.isLight(kind), done, refuse)
  // The handler may have run already.
  if (handler.hasLeft) leave()
  request.end.on(() => {
    leave()
    if (kind) payer.remember(kind, request.meter.blockingMs)
  })
}
