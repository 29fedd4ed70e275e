import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { version } from '../../version.js'
import type { ClaimedDelivery } from './claim-deliveries.js'
import { type AttemptResult, isAccepted } from './finish-delivery.js'
import { parseRetryAfter } from './retry-schedule.js'
import { isAllowedPort, isAllowedProtocol } from './webhook-address.js'
import type { WebhookSettings } from './webhook-queries.js'
import { openSecret, signatures } from './webhook-secret.js'

/** The time for a whole attempt. */
const TIMEOUT_MS = 15_000

/** The most characters of an error that are stored. */
const MAX_ERROR = 300

export type SendEvent = (delivery: ClaimedDelivery) => Promise<AttemptResult>

/**
 * Returns the function that makes one attempt, by the rules of Standard Webhooks. The agents check the address of the connected socket, so
 * a name that changes its address between a check and the connection reaches no private network. Redirects are not followed. The
 * body of the response is not read.
 */
export function createSender(settings: WebhookSettings, timeoutMs = TIMEOUT_MS): SendEvent {
  const { allowPrivateAddresses, encryptionKey } = settings
  const options = {
    allowPrivateIPAddress: allowPrivateAddresses,
    allowMetaIPAddress: allowPrivateAddresses,
    keepAlive: false,
  }
  const agents = {
    'http:': new RequestFilteringHttpAgent(options),
    'https:': new RequestFilteringHttpsAgent(options),
  }

  const send = (
    delivery: ClaimedDelivery,
  ): Promise<Pick<AttemptResult, 'status' | 'retryAfterMs'>> => {
    const url = new URL(delivery.url)
    const { protocol } = url
    if (!isAllowedProtocol(protocol, settings)) {
      throw new Error('The protocol of the URL is not allowed.')
    }
    if (!isAllowedPort(url, settings)) throw new Error('The port of the URL is not allowed.')
    const secrets = [delivery.secret, delivery.previousSecret].flatMap((secret) =>
      secret ? [openSecret(secret, encryptionKey)] : [],
    )
    const timestamp = Math.floor(Date.now() / 1000)
    const { uuid: id, body } = delivery
    const request: RequestOptions = {
      method: 'POST',
      agent: agents[protocol],
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `FieldInspectionService/${version.version}`,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures(secrets, { id, timestamp, body }),
      },
    }
    return new Promise((resolve, reject) => {
      const sent = (protocol === 'https:' ? httpsRequest : httpRequest)(
        url,
        request,
        (response) => {
          const { statusCode = 0, headers } = response
          response.on('error', () => undefined).destroy()
          const retryAfterMs = parseRetryAfter(headers['retry-after'], Date.now())
          resolve({ status: statusCode, ...(retryAfterMs !== undefined && { retryAfterMs }) })
        },
      )
      sent.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy()
        resolve({ status: statusCode })
      })
      sent.on('error', reject)
      sent.on('close', () => {
        reject(new Error('The connection was closed without a response.'))
      })
      sent.end(body)
    })
  }

  return async (delivery) => {
    const began = Date.now()
    const at = new Date(began).toISOString()
    try {
      const { status, retryAfterMs } = await send(delivery)
      const accepted = isAccepted({ status })
      const error = accepted ? null : `The response has the status ${status}.`
      const result = { at, status, error, milliseconds: Date.now() - began }
      return accepted ? result : { ...result, retryAfterMs }
    } catch (error) {
      return {
        at,
        status: null,
        error: describe(error, timeoutMs),
        milliseconds: Date.now() - began,
      }
    }
  }
}

function describe(error: unknown, timeoutMs: number): string {
  const { name, message } = error as Error
  const isLate = name === 'AbortError' || name === 'TimeoutError'
  return isLate ? `There was no response in ${timeoutMs / 1000} s.` : message.slice(0, MAX_ERROR)
}
