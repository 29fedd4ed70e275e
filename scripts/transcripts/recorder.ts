import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Demo } from '../../src/demo/demo-file.js'

const run = promisify(execFile)

/** The address that transcripts show instead of the free port on which they are made. */
const SHOWN_ADDRESS = 'http://127.0.0.1:4000'
const MAX_RECORDS = 2
const MAX_RESPONSE_BYTES = 100_000_000

/** What a set's script does: it calls the service, and may use responses in later calls. */
export type Transcribe = (recorder: Recorder, demo: Demo) => Promise<void>

export type Headers = Readonly<Record<string, string>>

export interface Call {
  readonly title: string
  readonly path: string
  /** By default GET, or POST if there is a body. */
  readonly method?: 'PUT' | 'PATCH'
  readonly headers?: Headers
  readonly json?: object
  /** Fields of a URL-encoded form. */
  readonly form?: object
  /** Fields of a multipart form; `@name` uploads a file of `folder`. */
  readonly multipart?: readonly (readonly [string, string])[]
  /** The expected status, by default 200. */
  readonly status?: number
}

/** Calls the service with curl, and keeps the commands and the responses as Markdown. */
export class Recorder {
  private readonly sections: string[] = []
  private readonly secrets = new Map<string, string>()

  constructor(
    private readonly service: FastifyInstance,
    /** The folder of the files to upload. */
    readonly folder: string,
  ) {}

  /** Shows a placeholder instead of a secret. */
  hide(secret: string, placeholder: string): void {
    this.secrets.set(secret, placeholder)
  }

  /** Calls an operation and returns the body. Throws if the status is not the expected one. */
  async call(call: Call): Promise<unknown> {
    const { title, path, status = 200 } = call
    const options = optionsOf(call)
    const { stdout } = await run(
      'curl',
      ['-sSi', `${await this.address()}${path}`, ...options.flat()],
      { cwd: this.folder, maxBuffer: MAX_RESPONSE_BYTES },
    )
    const [head = '', body = ''] = stdout.split(/\r\n\r\n(.*)/s)
    const [statusLine = '', ...headers] = head.split('\r\n')
    if (!statusLine.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`${title}: ${stdout}`)
    const type = headers.filter((header) => header.toLowerCase().startsWith('content-type:'))
    const parsed = JSON.parse(body) as unknown
    this.hideTokens(parsed)
    const { text, note } = shortened(parsed)
    const section = [
      `### ${title}`,
      fence('sh', [commandLine(`${SHOWN_ADDRESS}${path}`, options)]),
      ...note,
      fence('http', [statusLine, ...type, '', text]),
    ]
    this.sections.push(this.masked(section.join('\n\n')))
    return parsed
  }

  /** Reads a resource without recording it, for ids that later calls need. */
  async read(url: string, headers: Headers): Promise<unknown> {
    const response = await this.service.inject({ method: 'GET', url, headers })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
    return response.json<unknown>()
  }

  get markdown(): string {
    return `${this.sections.join('\n\n')}\n`
  }

  private async address(): Promise<string> {
    const [address] = this.service.addresses()
    if (typeof address === 'object') return `http://127.0.0.1:${address.port}`
    return this.service.listen({ host: '127.0.0.1', port: 0 })
  }

  private hideTokens(body: unknown): void {
    const { accessToken, access_token, refresh_token } = body as Record<string, unknown>
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

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** The options of curl for a call, each with its value. */
const optionsOf = ({ method, headers = {}, json, form = {}, multipart = [] }: Call): string[][] => [
  ...(method ? [['-X', method]] : []),
  ...Object.entries(headers).map(([name, value]) => ['-H', `${name}: ${value}`]),
  ...(json
    ? [
        ['-H', 'Content-Type: application/json'],
        ['-d', pretty(json)],
      ]
    : []),
  ...Object.entries(form).map(([name, value]) => ['--data-urlencode', `${name}=${String(value)}`]),
  ...multipart.map(([name, value]) => ['-F', `${name}=${value}`]),
]

/** The body as JSON; only the first records of a long list, with a note that says so. */
function shortened(body: unknown): { text: string; note: string[] } {
  if (!Array.isArray(body) || body.length <= MAX_RECORDS) return { text: pretty(body), note: [] }
  return {
    text: pretty(body.slice(0, MAX_RECORDS)),
    note: [`The first ${MAX_RECORDS} of ${body.length} records:`],
  }
}

const quoted = (word: string) =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const commandLine = (url: string, options: readonly (readonly string[])[]) =>
  [`curl ${quoted(url)}`, ...options.map((option) => option.map(quoted).join(' '))].join(' \\\n  ')

const fence = (language: string, content: readonly string[]) =>
  [`\`\`\`${language}`, ...content, '```'].join('\n')
