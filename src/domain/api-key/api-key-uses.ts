import type { Database } from '../../db/connect.js'

/** The uses of a key are written at most once in this time. */
const INTERVAL_MS = 60_000

/** The number of keys whose uses are counted here. Those of more keys are written immediately. */
const MAX_KEYS = 10_000

/** A request with a valid API key. */
export interface ApiKeyUse {
  readonly companyId: number
  readonly apiKeyId: number
  /** The IP address of the client. */
  readonly address: string
}

/** Uses of a key that are not written yet. */
interface Uses extends ApiKeyUse {
  readonly count: number
  /** The time of the last one. */
  readonly at: Date
}

/**
 * Counts the requests of this process with each API key, and stores their number, the time and the address of the last one.
 * The first use is written immediately, later ones together once a minute, so that the row of a busy key is rarely written.
 * No request waits for it. If a write fails, its uses are written with the next ones. A process that is killed loses what it
 * has counted in the last minute.
 */
export class ApiKeyUses {
  /** By the id of a key. Undefined: all uses are written, but the time until the next write has not passed. */
  private readonly pending = new Map<number, Uses | undefined>()

  constructor(private readonly db: Pick<Database, 'forCaller'>) {}

  note(use: ApiKeyUse): void {
    const { apiKeyId } = use
    const counted = this.pending.get(apiKeyId)
    const uses = { ...use, count: (counted?.count ?? 0) + 1, at: new Date() }
    if (this.pending.has(apiKeyId)) {
      this.pending.set(apiKeyId, uses)
      return
    }
    if (this.pending.size < MAX_KEYS) this.beginInterval(apiKeyId)
    setImmediate(() => void this.write(uses))
  }

  /** Writes all uses that are not written yet. */
  async writeAll(): Promise<void> {
    const all = [...this.pending.values()].filter((uses) => uses !== undefined)
    for (const { apiKeyId } of all) this.pending.set(apiKeyId, undefined)
    await Promise.all(all.map((uses) => this.write(uses)))
  }

  private beginInterval(apiKeyId: number): void {
    this.pending.set(apiKeyId, undefined)
    setTimeout(() => {
      const uses = this.pending.get(apiKeyId)
      if (!uses) {
        this.pending.delete(apiKeyId)
        return
      }
      this.beginInterval(apiKeyId)
      void this.write(uses)
    }, INTERVAL_MS).unref()
  }

  private async write(uses: Uses): Promise<void> {
    const { companyId, apiKeyId, at, address, count } = uses
    try {
      await this.db.forCaller({ companyId }).write({
        name: 'note-api-key-use',
        text: NOTE_USE,
        values: [companyId, apiKeyId, at, address, count],
      })
    } catch {
      if (!this.pending.has(apiKeyId)) return
      const newer = this.pending.get(apiKeyId)
      this.pending.set(apiKeyId, { ...(newer ?? uses), count: count + (newer?.count ?? 0) })
    }
  }
}

// Another process may have written a later use.
const NOTE_USE = `
update api_key set last_used_at = greatest(last_used_at, $3::timestamptz),
  last_used_address = case when last_used_at > $3::timestamptz then last_used_address else $4 end,
  use_count = least(use_count::bigint + $5::int, 2147483647)
where company_id = $1 and id = $2`
