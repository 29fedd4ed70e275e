import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { ScriptError } from '../command/script-error.js'
import { lockFile } from './lock-file.js'
import type { Verb, Written } from './row.js'

/** Rows that were sent together. */
export interface Batch<Input> {
  readonly verb: Verb
  readonly idempotencyKey: string
  readonly sentAt: string
  readonly rows: readonly { readonly key: string; readonly input: Input }[]
}

/** A line of the journal: the import that it belongs to, a batch that is sent, or the result of a batch. */
type Entry<Input> =
  | { readonly journalOf: string }
  | { readonly sent: Batch<Input> }
  | { readonly answered: string; readonly written: Readonly<Record<string, Written>> }

/** How a journal begins. Another file is neither read nor changed. */
const START = '{"journalOf":'

/**
 * The file that makes an import resumable. A batch is written to it before it is sent, and the written records after
 * the response. So if a run ends in between, the next run sends the same rows with the same idempotency key.
 */
export class Journal<Input> {
  /** The records that were written, by the key of their row. */
  readonly written = new Map<string, { readonly verb: Verb; readonly written: Written }>()
  /** The key of the last row that has written a record, by the id of the record. */
  private readonly lastKeys = new Map<string, string>()
  /** The batch whose response is unknown. */
  inFlight: Batch<Input> | undefined

  private constructor(
    readonly path: string,
    private readonly file: number,
    private readonly lock: string,
  ) {}

  /** Opens or creates a journal. `owner` is what it belongs to: the list, the service and the user. */
  static open<Input>(path: string, owner: string): Journal<Input> {
    const lock = lockFile(path)
    const journal = new Journal<Input>(path, openSync(path, 'a+', 0o600), lock)
    try {
      journal.load(owner)
      return journal
    } catch (error) {
      journal.close()
      throw error
    }
  }

  send(batch: Batch<Input>): void {
    this.append({ sent: batch })
  }

  /** Notes the written records of the batch in flight. Its other rows were refused. */
  answer(written: ReadonlyMap<string, Written>): void {
    const answered = this.inFlight?.idempotencyKey ?? ''
    this.append({ answered, written: Object.fromEntries(written) })
  }

  /** Whether another row has changed the record of a written row since. */
  isSuperseded(key: string): boolean {
    const { id } = this.written.get(key)?.written ?? {}
    return id !== undefined && this.lastKeys.get(id) !== key
  }

  close(): void {
    closeSync(this.file)
    rmSync(this.lock, { force: true })
  }

  private load(owner: string): void {
    const text = readFileSync(this.path, 'utf8')
    if (text.slice(0, START.length) !== START.slice(0, text.length)) throw this.notJournal()
    // A run that was killed may have written a part of its last line, and not sent what it describes.
    const complete = text.slice(0, text.lastIndexOf('\n') + 1)
    const entries = complete.split('\n').slice(0, -1)
    const [first, ...others] = entries.map((line) => this.parse(line))
    ftruncateSync(this.file, Buffer.byteLength(complete))
    for (const entry of others) this.apply(entry as Entry<Input>)
    if (first?.journalOf === owner) return
    if (this.written.size > 0 || this.inFlight) {
      throw new ScriptError(
        `${this.path} is the journal of another import. Name another file with --journal.`,
      )
    }
    ftruncateSync(this.file)
    this.append({ journalOf: owner })
  }

  private parse(line: string): { journalOf?: string } {
    try {
      return JSON.parse(line) as object
    } catch {
      throw this.notJournal()
    }
  }

  private notJournal(): ScriptError {
    return new ScriptError(`${this.path} is not a journal of this script.`)
  }

  private append(entry: Entry<Input>): void {
    writeSync(this.file, `${JSON.stringify(entry)}\n`)
    fsyncSync(this.file)
    this.apply(entry)
  }

  private apply(entry: Entry<Input>): void {
    if ('sent' in entry) this.inFlight = entry.sent
    if (!('answered' in entry)) return
    const { verb = 'created' } = this.inFlight ?? {}
    for (const [key, written] of Object.entries(entry.written)) {
      this.written.set(key, { verb, written })
      const { id } = written
      if (id !== undefined) this.lastKeys.set(id, key)
    }
    this.inFlight = undefined
  }
}
