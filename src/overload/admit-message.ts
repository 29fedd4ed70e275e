import type { FastifyRequest } from 'fastify'
import { MESSAGE_MS } from './estimates.js'
import { exhaustedMessage, holdBack } from './refusals.js'

/**
 * Charges a message of a WebSocket whose credentials have been authenticated. Throws THROTTLED or OVERLOADED if the payer has used its
 * budget. `isKnown`: whether the credentials are valid.
 */
export async function admitMessage(
  { meter, payer }: Pick<FastifyRequest, 'meter' | 'payer'>,
  isKnown: boolean,
): Promise<void> {
  meter.charge(MESSAGE_MS)
  const exhaustion = payer.exhaustion()
  if (!exhaustion) return
  await holdBack()
  throw exhaustedMessage(exhaustion, isKnown)
}
