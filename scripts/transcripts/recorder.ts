import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Demo } from '../../src/demo/demo-file.js'

/** What a set's script does: it asks, and may use what was answered in what it asks next. */
export type Transcribe = (recorder: Recorder, demo: Demo) => Promise<void>

export interface Question {
  readonly title: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: object
  /** The status that is expected; 200 unless told otherwise. */
  readonly status?: number
}

/** Asks the service, and keeps what it asked and what was answered. */
export class Recorder {
  private readonly sections: string[] = []
  private readonly secrets = new Map<string, string>()

  constructor(private readonly app: FastifyInstance) {}

  /** Shows a placeholder wherever a secret would stand. */
  hide(secret: string, placeholder: string): void {
    this.secrets.set(secret, placeholder)
  }

  /** Asks, and answers with the body. Another status than the expected one ends the script. */
  async ask({ title, method, url, headers = {}, body, status = 200 }: Question): Promise<unknown> {
    const sent = { ...headers, ...(body && { 'content-type': 'application/json' }) }
    const answer = await this.app.inject({ method, url, headers: sent, ...(body && { body }) })
    if (answer.statusCode !== status) {
      throw new Error(`${title}: expected ${status}, got ${answer.statusCode} ${answer.body}`)
    }
    const answered = answer.json<unknown>()
    this.secretsIn(answered)
    const question = [`${method} ${url}`, ...lines(sent), ...(body ? ['', pretty(body)] : [])]
    const type = String(answer.headers['content-type'])
    const reply = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...lines({ 'content-type': type }),
      '',
      pretty(answered),
    ]
    this.sections.push(this.masked([`### ${title}`, fence(question), fence(reply)].join('\n\n')))
    return answered
  }

  /** Asks, and keeps nothing of it: for ids that a question needs and that no answer has shown. */
  async look(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    const answer = await this.app.inject({ method: 'GET', url, headers })
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
    return answer.json<unknown>()
  }

  get markdown(): string {
    return `${this.sections.join('\n\n')}\n`
  }

  /** Tokens are secrets of which nobody knew before. */
  private secretsIn(answered: unknown): void {
    const { accessToken, access_token, refresh_token } = answered as Record<string, unknown>
    const token = accessToken ?? access_token
    if (typeof token === 'string') this.hide(token, '<ACCESS_TOKEN>')
    if (typeof refresh_token === 'string') this.hide(refresh_token, '<REFRESH_TOKEN>')
  }

  private masked(text: string): string {
    let masked = text
    for (const [secret, placeholder] of this.secrets) {
      masked = masked.replaceAll(secret, placeholder)
    }
    return masked
  }
}

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

const fence = (content: readonly string[]) => ['```http', ...content, '```'].join('\n')
