import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Demo } from '../../src/demo/demo-file.js'
import { codeBlock, pretty, Transcript } from './transcript.js'

/** The script of a set: it sends requests, and may use their responses in later requests. */
export type Transcribe = (recorder: Recorder, demo: Demo) => Promise<void>

export interface RecordedRequest {
  readonly title: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: object
  /** The expected status. The default is 200. */
  readonly status?: number
}

/** Sends requests to the service and records them as HTTP messages. */
export class Recorder extends Transcript {
  constructor(private readonly app: FastifyInstance) {
    super()
  }

  /** Sends and records a request. Returns the response's body; throws if its status is not the expected one. */
  async send(request: RecordedRequest): Promise<unknown> {
    const { title, method, url, headers = {}, body, status = 200 } = request
    const sent = { ...headers, ...(body && { 'content-type': 'application/json' }) }
    const response = await this.app.inject({ method, url, headers: sent, ...(body && { body }) })
    if (response.statusCode !== status) {
      throw new Error(`${title}: expected ${status}, got ${response.statusCode} ${response.body}`)
    }
    const json = response.json<unknown>()
    this.hideTokens(json)
    const type = String(response.headers['content-type'])
    this.add(
      title,
      message(`${method} ${url}`, sent, body),
      message(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, { 'content-type': type }, json),
    )
    return json
  }

  /** Sends a request without recording it, to find ids for other requests. */
  async sendUnrecorded(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    const response = await this.app.inject({ method: 'GET', url, headers })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
    return response.json<unknown>()
  }
}

function message(line: string, headers: Readonly<Record<string, string>>, body: unknown): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return codeBlock('http', [line, ...fields, ...(body === undefined ? [] : ['', pretty(body)])])
}
