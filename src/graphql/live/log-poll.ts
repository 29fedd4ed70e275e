import type { Database } from '../../db/connect.js'
import { type NewRows, readLogs } from '../../domain/change-feed/read-logs.js'
import type { LiveCompany } from './live-company.js'

/** Reads what is new in the logs of all companies with streams, with one statement. */
export class LogPoll {
  /** When the log was last read. */
  polledAt: number | undefined
  private isFailing = false

  constructor(
    private readonly db: Database,
    private readonly companies: ReadonlyMap<number, LiveCompany>,
    private readonly report: (error: unknown) => void,
  ) {}

  /** Reports only the first of several failures. After each, the next read begins at the same positions. */
  async next(): Promise<false> {
    const ready = [...this.companies.values()].filter(({ isReady }) => isReady)
    const positions = new Map(ready.map(({ id, position }) => [id, position]))
    const foundAt = performance.now()
    try {
      const logs = positions.size > 0 ? await readLogs(this.db, positions) : []
      const advance = async (log: NewRows) => {
        const company = ready.find(({ id }) => id === log.companyId)
        // Its streams may have ended meanwhile, and others have begun at a later position.
        if (company && this.companies.get(company.id) === company)
          await company.advance(log, foundAt)
      }
      // Until all have ended: otherwise the next read could pass the changes of a company on for a second time.
      for (const result of await Promise.allSettled(logs.map(advance))) {
        if (result.status === 'rejected') throw result.reason
      }
      this.polledAt = foundAt
      this.isFailing = false
    } catch (error) {
      if (!this.isFailing) this.report(error)
      this.isFailing = true
    }
    return false
  }
}
