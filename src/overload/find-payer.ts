import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseUse } from '../db/connect.js'
import type { Session } from '../domain/credential/session.js'
import { DomainError } from '../domain/errors.js'
import { type GivenCredentials, hasWellFormedToken } from '../http/credentials.js'
import type { Lane } from './lane.js'
import type { Payer } from './payer.js'
import type { Payers } from './payers.js'
import { clientHasLeft, overloaded } from './refusals.js'

/**
 * Accepts the credentials of every API, and counts its statements in `use`. Throws UNAUTHENTICATED if the credentials are
 * missing or invalid.
 */
export type Authenticate = (credentials: GivenCredentials, use: DatabaseUse) => Promise<Session>

/**
 * Returns a function that finds the payer of valid credentials. It queries the database for credentials that this process has
 * not seen, if they have the right format. The number of these queries at the same time is limited for each network, because
 * invented credentials can have this format too.
 */
export function createPayerSearch(payers: Payers, authenticate: Authenticate) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Payer | undefined> => {
    const { credentials } = request.meter
    const known = payers.findByCredentials(credentials)
    if (known || !hasWellFormedToken(credentials)) return known
    const leave = await enter(payers.ofAddress(request.ip).lookups, request, reply)
    try {
      // Another request with the same credentials may have found it while this one waited.
      const found = payers.findByCredentials(credentials)
      if (found) return found
      const { viewer } = await authenticate(credentials, request.record.database)
      return payers.recognise(credentials, viewer)
    } catch (error) {
      if (error instanceof DomainError) return undefined
      throw error
    } finally {
      leave()
    }
  }
}

/** Waits for a place in a lane. Returns a function that frees it. */
async function enter(
  lane: Lane,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<() => void> {
  let leave = () => {}
  await new Promise<void>((resolve, reject) => {
    const refuse = () => {
      reject(request.end.isReached ? clientHasLeft() : overloaded(request, reply))
    }
    leave = lane.enter(true, resolve, refuse)
    if (!request.end.isReached) request.end.on(leave)
  })
  return leave
}
