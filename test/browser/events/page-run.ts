import { deepEqual } from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Email } from 'postal-mime'
import { vi } from 'vitest'
import type { Cluster } from '../../support/cluster.js'
import type { MailServer } from '../../support/mail-server.js'
import { type Block, Placeholders } from '../../support/transcript.js'

const run = promisify(execFile)

/** How long an answer may take to become that of the page: a mail comes after two minutes. */
const PATIENCE = { timeout: 400_000, interval: 500 }

interface World {
  readonly cluster: Cluster
  readonly mails: MailServer
  /** The folder in which commands run. */
  readonly folder: string
  /** The ports in place of those of the page. */
  readonly ports: ReadonlyMap<string, number>
}

/** How long a date of the page is in the future. The reader of the page has a minute. */
const SECONDS = '30'

/** Executes the blocks of docs/events.md, and compares what they answer. */
export class PageRun {
  names = new Placeholders()
  private readonly background: ChildProcess[] = []
  /** The port of the page to which requests are sent. */
  private port = '4000'
  private readonly mailsRead = new Map<string, number>()

  constructor(private readonly world: World) {}

  /** Executes a block whose output `shown` has, until it is the same; a mutation, once. */
  async execute(block: Block, shown: Block): Promise<void> {
    const output = () => (block.language === 'graphql' ? this.send(block) : this.shell(block))
    const isOnce = block.text.trimStart().startsWith('mutation')
    if (isOnce) this.compare(shown, await output())
    else await this.until(shown, output)
  }

  /** Asks for an output until it is the one that a block shows. */
  async until(shown: Block, output: () => Promise<string>): Promise<void> {
    await vi.waitFor(async () => {
      this.compare(shown, await output())
    }, PATIENCE)
  }

  /** Compares an output with the block that shows it. Names without a value get theirs, unless the two differ. */
  compare({ language, text, line }: Block, output: string): void {
    const names = this.names.copy()
    if (language === 'text') names.match(text, output)
    else {
      const actual = JSON.parse(output) as unknown
      deepEqual(actual, names.complete(JSON.parse(text), actual), `line ${line}: ${output}`)
    }
    this.names = names
  }

  /** Runs commands in order. `pg_ctl` is that of the cluster, as its user. */
  async shell({ text }: Block): Promise<string> {
    let output = ''
    for (const part of this.fill(text).split(/^(pg_ctl .*)$/m)) {
      if (part.startsWith('pg_ctl stop')) await this.world.cluster.stop('immediate')
      else if (part.startsWith('pg_ctl start')) await this.world.cluster.start()
      else output += await this.bash(part)
    }
    if (text.includes('kill -9')) this.port = '4001'
    return output
  }

  /** Starts commands that go on until the end of the page. */
  startInBackground({ text }: Block): void {
    const options = { cwd: this.world.folder, detached: true, stdio: 'ignore' } as const
    this.background.push(spawn('bash', ['-c', this.fill(text)], options))
  }

  writeFile({ text, note }: Block): Promise<void> {
    return writeFile(join(this.world.folder, note), this.fill(text))
  }

  /** Waits for the next mail to the address in the note of the block. */
  async readMail({ text, note, line }: Block): Promise<void> {
    const index = this.mailsRead.get(note) ?? 0
    this.mailsRead.set(note, index + 1)
    await vi.waitFor(() => {
      const mail = this.world.mails.mailsTo(note)[index]
      if (!mail) throw new Error(`expected a mail to ${note}, got none`)
      this.compare({ language: 'text', text, note, line }, printed(mail))
    }, PATIENCE)
  }

  /** Ends what runs in the background, with the processes that it has started. */
  close(): void {
    for (const { pid } of this.background) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
  }

  private async send({ text, note }: Block): Promise<string> {
    const token = this.names.fill(`<${note}>`)
    const response = await fetch(`http://127.0.0.1:${this.world.ports.get(this.port)}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token.startsWith('<') ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query: this.fill(text) }),
    })
    return response.text()
  }

  private async bash(text: string): Promise<string> {
    const { stdout } = await run('bash', ['-c', text], { cwd: this.world.folder })
    return stdout
  }

  private fill(text: string): string {
    return this.names
      .fill(text)
      .replaceAll(/(?<=\bsleep )60\b|\b60(?= seconds)/g, SECONDS)
      .replaceAll(/\b(127\.0\.0\.1:|PORT=)(\d+)/g, (whole, before: string, port: string) => {
        const actual = this.world.ports.get(port)
        return actual === undefined ? whole : `${before}${actual}`
      })
  }
}

const printed = ({ from, replyTo, subject, text }: Email): string =>
  [
    `From: ${from?.name} <${from?.address}>`,
    `Reply-To: ${replyTo?.map(({ address }) => address).join(', ')}`,
    `Subject: ${subject}`,
    `\n${text}`,
  ].join('\n')
