import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ScriptError } from '../command/script-error.js'

/** A record can be read less than five minutes after its `updatedAt`: when its transaction has committed. */
const MARGIN_MS = 5 * 60_000

/** From which time on an export has changes, and from which time on the next one must have them. */
export class Since {
  private startedAt: string | null = null

  private constructor(
    /** Absent: the first export, which has all records. */
    readonly from: string | undefined,
    /** The file with the time. Absent: the user has given the time. */
    private readonly path: string | undefined,
  ) {}

  /** `text` is a time, or the path of a file that has one or does not exist yet. */
  static async read(text: string): Promise<Since> {
    if (isTime(text)) return new Since(text, undefined)
    if (/^\d+[-./]\d/.test(text))
      throw new ScriptError(`${text} is not a time with a zone, such as 2027-01-04T10:00:00Z.`)
    if (!existsSync(dirname(text))) throw new ScriptError(`${dirname(text)} is not a folder.`)
    try {
      const from = (await readFile(text, 'utf8')).trim()
      if (isTime(from)) return new Since(from, text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return new Since(undefined, text)
    }
    throw new ScriptError(`${text} does not contain a time, such as 2027-01-04T10:00:00Z.`)
  }

  /** Notes the time of the first response. Its clock is that of the service, as the clock of `updatedAt` is. */
  note({ headers }: Response): void {
    this.startedAt ??= headers.get('date')
  }

  /** Stores or prints the time for the next export. Call it only if the export is complete. */
  async keepNext(): Promise<void> {
    const next = new Date(Date.parse(this.startedAt ?? '') - MARGIN_MS)
    if (Number.isNaN(next.getTime())) throw new ScriptError('The responses have no header Date.')
    if (this.path === undefined) {
      console.error(`The next export: --since ${next.toISOString()}`)
      return
    }
    await writeFile(`${this.path}.part`, `${next.toISOString()}\n`)
    await rename(`${this.path}.part`, this.path)
  }
}

const isTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text))
