import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { codeBlock, pretty, Transcript } from './transcript.js'

const run = promisify(execFile)

/** Shown in place of the address of the service that is recorded. */
const SHOWN_ADDRESS = 'http://127.0.0.1:4000'

export interface Command {
  readonly title: string
  readonly path: string
  /** The options of curl, each with its value if it has one: `['-H', 'Accept: …']`. */
  readonly options?: readonly (readonly string[])[]
  /** The expected status. The default is 200. */
  readonly status?: number
}

/** Sends requests to the service with curl and records the commands and the responses. */
export class CurlRecorder extends Transcript {
  constructor(readonly service: FastifyInstance) {
    super()
  }

  /** Runs and records a command in a folder. Returns the body; throws if the status is not the expected one. */
  async send({ title, path, options = [], status = 200 }: Command, folder: string) {
    const base = await this.listen()
    const { stdout } = await run('curl', ['-sSi', `${base}${path}`, ...options.flat()], {
      cwd: folder,
      maxBuffer: 100_000_000,
    })
    const [head = '', body = ''] = stdout.split(/\r\n\r\n(.*)/s)
    const [line = '', ...fields] = head.split('\r\n')
    if (!line.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`${title}: ${stdout}`)
    const shown = fields.filter((field) => field.toLowerCase().startsWith('content-type:'))
    const json = JSON.parse(body) as unknown
    this.hideTokens(json)
    const { text, note } = shortened(json)
    this.add(
      title,
      codeBlock('sh', [commandLine(`${SHOWN_ADDRESS}${path}`, options)]),
      ...note,
      codeBlock('http', [line, ...shown, '', text]),
    )
    return json
  }

  private async listen(): Promise<string> {
    const [address] = this.service.addresses()
    if (typeof address === 'object') return `http://127.0.0.1:${address.port}`
    return this.service.listen({ host: '127.0.0.1', port: 0 })
  }
}

const MAX_RECORDS = 2

/** The JSON text of a response. Of a long list, only the first records. */
function shortened(json: unknown): { text: string; note: string[] } {
  if (!Array.isArray(json) || json.length <= MAX_RECORDS) return { text: pretty(json), note: [] }
  return {
    text: pretty(json.slice(0, MAX_RECORDS)),
    note: [`The first ${MAX_RECORDS} of ${json.length} records:`],
  }
}

const quoted = (word: string) =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const commandLine = (url: string, options: readonly (readonly string[])[]) =>
  [`curl ${quoted(url)}`, ...options.map((option) => option.map(quoted).join(' '))].join(' \\\n  ')
