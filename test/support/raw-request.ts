import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

interface Options {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | undefined
  /** Its connections are used; by default, those of `node:http`. */
  readonly agent?: Agent
}

/** Sends a request with node:http, which does not decompress the response. */
export const rawRequest = (url: string, { body, ...options }: Options = {}): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const { statusCode: status = 0, headers } = response
      buffer(response).then((bytes) => {
        resolve({ status, headers, bytes })
      }, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
