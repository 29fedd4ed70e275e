import { LRUCache } from 'lru-cache'
import { networkOf } from '../domain/credential/network-of.js'
import type { RequestCredentials } from '../http/credentials.js'
import { LeakyBucket } from './leaky-bucket.js'

/** The maximum number of buckets in each LRU cache. */
const MAX_BUCKETS = 10_000

/** The share of the budget for all requests without valid credentials from one address. */
const ANONYMOUS_SHARE = 0.5

/**
 * Rate limits on processor time: a leaky bucket for each session or API key, and one for each address, for its requests
 * without valid credentials. Instances do not share them, because each process has CPU time of its own.
 */
export class ProcessorBudgets {
  /** By session or API key. A client that refreshes its token keeps its bucket. */
  private readonly clients
  /** By the hash of credentials that were valid when this process last checked them. */
  private readonly credentials = new LRUCache<string, LeakyBucket>({ max: MAX_BUCKETS })
  /** By IPv4 address, or by /64 network of an IPv6 address. */
  private readonly addresses
  private exhaustedUntil = 0

  constructor(budgetMs: number) {
    this.clients = bucketsOf(budgetMs)
    this.addresses = bucketsOf(budgetMs * ANONYMOUS_SHARE)
  }

  /** The bucket of credentials that were valid when this process last checked them. */
  findByCredentials({ cacheKey }: RequestCredentials): LeakyBucket | undefined {
    return cacheKey === undefined ? undefined : this.credentials.get(cacheKey)
  }

  /** The bucket of requests without valid credentials from an address. */
  ofAddress(address: string): LeakyBucket {
    return this.addresses.memo(networkOf(address))
  }

  /** The bucket of a session or API key. Remembers that its credentials are valid. */
  recognise({ cacheKey }: RequestCredentials, client: string): LeakyBucket {
    const bucket = this.clients.memo(client)
    if (cacheKey !== undefined) this.credentials.set(cacheKey, bucket)
    return bucket
  }

  charge(bucket: LeakyBucket, ms: number): void {
    bucket.charge(ms)
    const exhaustedFor = bucket.exhaustedFor()
    if (exhaustedFor > 0) {
      this.exhaustedUntil = Math.max(this.exhaustedUntil, performance.now() + exhaustedFor)
    }
  }

  /** Whether the budget of any client may be exhausted. If false, the buckets of requests need not be looked up. */
  mayBeExhausted(): boolean {
    return this.exhaustedUntil > 0 && performance.now() < this.exhaustedUntil
  }
}

/** A cache of buckets, each created when it is first read. */
const bucketsOf = (budgetMs: number) =>
  new LRUCache<string, LeakyBucket>({
    max: MAX_BUCKETS,
    memoMethod: () => new LeakyBucket(budgetMs),
  })
