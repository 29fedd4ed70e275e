import { LRUCache } from 'lru-cache'
import { networkOf } from '../domain/credential/network-of.js'
import type { Owner } from '../request/owner.js'
import type { RequestCredentials } from '../request/credentials.js'
import { Payer } from './payer.js'

/** The maximum number of payers in each LRU cache. */
const MAX_PAYERS = 10_000

/** The budgets, as multiples of that of a user. */
const BUDGETS = { company: 3, network: 0.5, allNetworks: 2 }

/** Bursts of all networks together are short, because they may use more of the processor than any other payer. */
const STRANGERS_DRAIN_MS = 2500

/** The requests in progress of a user, an API key or a network, and of a company or all networks together. */
const OWN_LIMITS = { heavy: 3, all: 16 }
const GROUP_LIMITS = { heavy: 4, all: 64 }

/**
 * The payers of this process: each user or API key, under a ceiling for its company, and each network address without valid
 * credentials, under a ceiling for all of them. Instances do not share them, because each process has CPU time of its own.
 */
export class Payers {
  private readonly companies: LRUCache<number, Payer>
  /** Users and API keys. All sessions of a user of a company are one payer. */
  private readonly owners
  /** By the hash of credentials that were valid when this process last checked them. */
  private readonly credentials = new LRUCache<string, Payer>({ max: MAX_PAYERS })
  /** All requests without valid credentials together. */
  private readonly strangers: Payer
  /** By IPv4 address, or by /64 network of an IPv6 address. */
  private readonly networks
  private exhaustedUntil = 0
  /** The processor time of all requests that have ended, in milliseconds: to users and API keys, and to networks. */
  readonly charged = { users: 0, networks: 0 }

  /**
   * @param budgetMs the processor time of a user in 10 s, in milliseconds; 0 for no limit
   * @param maxWaitMs a request that waits longer than this for others of its payer is refused
   */
  constructor(budgetMs: number, maxWaitMs: number) {
    const onExhausted = (ms: number) => {
      this.exhaustedUntil = Math.max(this.exhaustedUntil, performance.now() + ms)
    }
    const own = { limits: { ...OWN_LIMITS, maxWaitMs }, onExhausted }
    const group = { limits: { ...GROUP_LIMITS, maxWaitMs }, onExhausted }
    this.companies = new LRUCache<number, Payer>({
      max: MAX_PAYERS,
      memoMethod: () => new Payer({ ...group, budgetMs: budgetMs * BUDGETS.company }),
    })
    this.owners = new LRUCache<string, Payer, Owner>({
      max: MAX_PAYERS,
      memoMethod: (_key, _stale, { context }) =>
        new Payer({ ...own, budgetMs, group: this.companies.memo(context.companyId) }),
    })
    this.strangers = new Payer({
      ...group,
      budgetMs: budgetMs * BUDGETS.allNetworks,
      drainMs: STRANGERS_DRAIN_MS,
    })
    this.networks = new LRUCache<string, Payer>({
      max: MAX_PAYERS,
      memoMethod: () =>
        new Payer({ ...own, budgetMs: budgetMs * BUDGETS.network, group: this.strangers }),
    })
  }

  /** The number of requests that wait for others of their payer. */
  get waiting(): number {
    const all = [...this.companies.values(), this.strangers]
    return all.reduce((sum, { lane }) => sum + lane.waiting, 0)
  }

  /** The payer of credentials that were valid when this process last checked them. */
  findByCredentials({ cacheKey }: RequestCredentials): Payer | undefined {
    return cacheKey === undefined ? undefined : this.credentials.get(cacheKey)
  }

  /** The payer of requests without valid credentials from an address. */
  ofAddress(address: string): Payer {
    return this.networks.memo(networkOf(address))
  }

  /** The payer of valid credentials. Remembers that they are valid. */
  recognise({ cacheKey }: RequestCredentials, owner: Owner): Payer {
    const { companyId, userId, apiKeyId } = owner
    // The caller that follows a link has neither.
    const ofCompany = apiKeyId === undefined ? `company ${companyId}` : `key ${apiKeyId}`
    const key = userId === undefined ? ofCompany : `user ${companyId} ${userId}`
    const payer = this.owners.memo(key, { context: owner })
    if (cacheKey !== undefined) this.credentials.set(cacheKey, payer)
    return payer
  }

  /** Counts the processor time of a request that has ended. */
  settle(payer: Payer, ms: number): void {
    this.charged[payer.group === this.strangers ? 'networks' : 'users'] += ms
  }

  /** Whether a budget may be exhausted. If false, the payers of requests need not be looked up. */
  mayBeExhausted(): boolean {
    return this.exhaustedUntil > 0 && performance.now() < this.exhaustedUntil
  }
}
