import pLimit from 'p-limit'
import type { Database } from '../../db/connect.js'
import { isPartlyUnavailable } from '../../db/unavailable.js'
import type { Log } from '../../log/log.js'
import { findWork } from '../find-work.js'
import { startWorker } from '../worker.js'
import { type Consumer, followPage } from './follow-page.js'
import { BEGINNING, startFollowing } from './position.js'

/** How often an instance looks for new rows of any log. */
const INTERVAL_MS = 250

/** How many logs an instance reads at the same time. */
const LOGS = 4

/** After a failure, the log of this company waits this long, so that it does not delay others. */
const FAILED_MS = 10_000

/** How often a consumer of all logs looks for companies that it does not follow yet. */
const NEW_COMPANIES_MS = 30_000

const GAP = 'Rows of a log were deleted because of their age before they were read'

/**
 * Follows the logs of companies for the consumers. Every instance runs one. While nothing is new, it sends one statement each
 * `intervalMs` for all companies and consumers. Returns the function that stops it and waits for the current pages.
 */
export function startLogFollower(
  db: Database,
  consumers: readonly Consumer[],
  log: Log,
  intervalMs = INTERVAL_MS,
): () => Promise<void> {
  const follower = new LogFollower(db, consumers, log)
  return startWorker({
    next: () => follower.followAll(),
    intervalMs,
    log,
    failure: 'The logs of companies could not be followed',
  })
}

export class LogFollower {
  private readonly limit: ReturnType<typeof pLimit>
  /** Until when the log of a company waits, by consumer and company, in milliseconds. */
  private readonly waiting = new Map<string, number>()
  private lookedForCompanies = -Infinity

  constructor(
    private readonly db: Database,
    private readonly consumers: readonly Consumer[],
    private readonly log: Log,
  ) {
    this.limit = pLimit(db.embedded ? 1 : LOGS)
  }

  /** Reads one page of each log that has new rows: so the companies take turns. Returns whether there may be more. */
  async followAll(): Promise<boolean> {
    if (this.consumers.length === 0) return false
    await this.followNewCompanies().catch((error: unknown) => {
      if (!isPartlyUnavailable(this.db.status(), error)) throw error
      // Those that are followed go on.
      this.lookedForCompanies = Date.now()
    })
    const rows = await findWork<{ company: number; reader: string }>(this.db, {
      name: 'companies-with-news',
      text: 'select company, reader from companies_with_news($1, $2)',
      values: [this.consumers.map(({ name }) => name)],
    })
    const results = await Promise.all(
      rows.map(({ company, reader }) => this.limit(() => this.follow(company, reader))),
    )
    return results.includes(true)
  }

  private async follow(companyId: number, name: string): Promise<boolean> {
    const consumer = this.consumers.find((each) => each.name === name)
    const key = `${name} ${companyId}`
    if (!consumer || (this.waiting.get(key) ?? 0) > Date.now()) return false
    try {
      const hasMore = await followPage(this.db, consumer, companyId, () => {
        this.log.warn({ consumer: name, company: companyId }, GAP)
      })
      this.waiting.delete(key)
      return hasMore
    } catch (err) {
      this.waiting.set(key, Date.now() + FAILED_MS)
      this.log.warn({ err, consumer: name, company: companyId }, 'A page of a log failed')
      return false
    }
  }

  private async followNewCompanies(): Promise<void> {
    const everywhere = this.consumers.filter(({ followsAll }) => followsAll)
    if (everywhere.length === 0 || Date.now() - this.lookedForCompanies < NEW_COMPANIES_MS) return
    for (const { name: consumer } of everywhere) {
      // The function returns the first thousand.
      while (await this.followSome(consumer));
    }
    this.lookedForCompanies = Date.now()
  }

  /** Begins to follow companies that the consumer does not follow yet. Returns whether there were any. */
  private async followSome(consumer: string): Promise<boolean> {
    const { rows } = await this.db.read<{ company: number; isNew: boolean }>({
      name: 'companies-to-follow',
      text: 'select company, is_new as "isNew" from companies_to_follow($1)',
      values: [consumer],
    })
    for (const { company: companyId, isNew } of rows) {
      const from = isNew ? BEGINNING : undefined
      await startFollowing(this.db.forCaller({ companyId }), { companyId, consumer }, from)
    }
    return rows.length > 0
  }
}
