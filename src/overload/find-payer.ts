import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerRequest } from '../request/request.js'
import type { Lane } from './lane.js'
import type { Payer } from './payer.js'
import type { Payers } from './payers.js'
import { clientHasLeft, overloaded } from './refusals.js'

interface PaidRequest extends Pick<ServerRequest, 'access' | 'meter' | 'ip'> {
  payer?: Payer
}

/**
 * Charges a request to the payer of its credentials if they are known to be valid, otherwise to its network address until its
 * credentials turn out to be valid.
 */
export function assignPayer(payers: Payers, request: PaidRequest): void {
  const { access, meter, ip } = request
  const assign = (payer: Payer) => {
    request.payer = payer
    meter.chargeTo(payer)
  }
  assign(payers.findByCredentials(access.credentials) ?? payers.ofAddress(ip))
  access.onOwner((owner, credentials) => {
    assign(payers.recognise(credentials, owner))
  })
}

/**
 * Returns a function that finds the payer of valid credentials. It queries the database for credentials that this process has
 * not seen, if they have the right format. The number of these queries at the same time is limited for each network, because
 * invented credentials can have this format too.
 */
export function createPayerSearch(payers: Payers) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Payer | undefined> => {
    const { credentials } = request.access
    const known = payers.findByCredentials(credentials)
    if (known || !credentials.hasWellFormedToken) return known
    const leave = await enter(payers.ofAddress(request.ip).lookups, request, reply)
    try {
      // Another request with the same credentials may have found it while this one waited.
      const found = payers.findByCredentials(credentials)
      if (found) return found
      const session = await request.access.session()
      return session && request.payer
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
