import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'

const run = promisify(execFile)

/** What is shown in place of the free port on which the transcripts are made. */
const SHOWN = 'http://127.0.0.1:4000'

export interface Command {
  readonly title: string
  readonly path: string
  /** Each an option of curl with its value, if it has one: `['-H', 'Accept: …']`. */
  readonly options?: readonly (readonly string[])[]
  /** The status that is expected; 200 unless told otherwise. */
  readonly status?: number
  /** Headers to show besides the type. */
  readonly headers?: readonly string[]
}

/** Asks the service with curl, and keeps the commands and what was answered. */
export class CurlRecorder {
  private readonly sections: string[] = []
  private readonly secrets = new Map<string, string>()

  constructor(readonly service: FastifyInstance) {}

  /** Shows a placeholder wherever a secret would stand. */
  hide(secret: string, placeholder: string): void {
    this.secrets.set(secret, placeholder)
  }

  /** Runs a command in a folder, and answers with the body. Another status than the expected one ends the script. */
  async ask(command: Command, folder: string): Promise<unknown> {
    const { title, path, options = [], status = 200, headers = [] } = command
    const base = await this.listen()
    const { stdout } = await run('curl', ['-sSi', `${base}${path}`, ...options.flat()], {
      cwd: folder,
      maxBuffer: 100_000_000,
    })
    const [head = '', body = ''] = stdout.split(/\r\n\r\n(.*)/s)
    const [line = '', ...lines] = head.split('\r\n')
    if (!line.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`${title}: ${stdout}`)
    const shown = ['content-type', ...headers]
    const kept = lines.filter((each) => shown.includes(each.split(':', 1)[0]?.toLowerCase() ?? ''))
    const answered = JSON.parse(body) as unknown
    this.secretsIn(answered)
    const { text, note } = shortened(answered)
    this.sections.push(
      this.masked(
        [
          `### ${title}`,
          fence('sh', [commandLine(`${SHOWN}${path}`, options)]),
          ...note,
          fence('http', [line, ...kept, '', text]),
        ].join('\n\n'),
      ),
    )
    return answered
  }

  get markdown(): string {
    return `${this.sections.join('\n\n')}\n`
  }

  private async listen(): Promise<string> {
    const [address] = this.service.addresses()
    if (typeof address === 'object') return `http://127.0.0.1:${address.port}`
    return this.service.listen({ host: '127.0.0.1', port: 0 })
  }

  /** Tokens are secrets of which nobody knew before. */
  private secretsIn(answered: unknown): void {
    const { access_token, refresh_token } = answered as Record<string, unknown>
    if (typeof access_token === 'string') this.hide(access_token, '<ACCESS_TOKEN>')
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

const MOST_RECORDS = 2

/** A long list is shown by its first records. */
function shortened(answered: unknown): { text: string; note: string[] } {
  const pretty = (value: unknown) => JSON.stringify(value, null, 2)
  if (!Array.isArray(answered) || answered.length <= MOST_RECORDS) {
    return { text: pretty(answered), note: [] }
  }
  return {
    text: pretty(answered.slice(0, MOST_RECORDS)),
    note: [`The first ${MOST_RECORDS} of ${answered.length} records:`],
  }
}

const quoted = (word: string) =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const commandLine = (url: string, options: readonly (readonly string[])[]) =>
  [`curl ${quoted(url)}`, ...options.map((option) => option.map(quoted).join(' '))].join(' \\\n  ')

const fence = (language: string, content: readonly string[]) =>
  [`\`\`\`${language}`, ...content, '```'].join('\n')
