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

  /**
   * Reports only the first of several failures. After each, the next read begins at the same positions. The failure of one company does
   * not stop the others.
   */
  async next(): Promise<false> {
    const failures: unknown[] = []
    await this.read((error) => failures.push(error))
    if (failures.length > 0 && !this.isFailing) this.report(failures[0])
    this.isFailing = failures.length > 0
    return false
  }

  private async read(onFailure: (error: unknown) => void): Promise<void> {
    const ready = [...this.companies.values()].filter(({ isReady }) => isReady)
    const positions = new Map(ready.map(({ id, position }) => [id, position]))
    const foundAt = performance.now()
    try {
      const logs = positions.size > 0 ? await readLogs(this.db, positions, onFailure) : []
      const advance = async (log: NewRows) => {
        const company = ready.find(({ id }) => id === log.companyId)
        // Its streams may have ended meanwhile, and others have begun at a later position.
        if (company && this.companies.get(company.id) === company)
          await company.advance(log, foundAt)
      }
      // Until all have ended: otherwise the next read could pass the changes of a company on for a second time.
      for (const result of await Promise.allSettled(logs.map(advance))) {
        if (result.status === 'rejected') onFailure(result.reason)
      }
      if (logs.length > 0 || positions.size === 0) this.polledAt = foundAt
    } catch (error) {
      onFailure(error)
    }
  }
}
