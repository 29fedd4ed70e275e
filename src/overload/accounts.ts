import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../domain/credential/network-of.js'
import { hashSecret } from '../domain/credential/secret.js'
import { credentialsIn } from '../http/credentials.js'
import { Account } from './account.js'

/** The maximum number of accounts of each kind. The least recently used one is forgotten. */
const MAX_ACCOUNTS = 10_000

/** The share of the budget for all requests without valid credentials from one address. */
const ANONYMOUS_SHARE = 0.5

/**
 * The budgets of processor time in this process: one for each session or API key, and one for the requests without
 * valid credentials from each address. They are not shared with other instances, because a processor is not.
 */
export class Accounts {
  /** By session or API key. A client that refreshes its token keeps its account. */
  private readonly clients = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })
  /** By the hash of credentials that were valid when this process last checked them. */
  private readonly credentials = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })
  /** By IPv4 address, or by /64 network of an IPv6 address. */
  private readonly addresses = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })
  private exhaustedUntil = 0

  constructor(private readonly budgetMs: number) {}

  /** The account of credentials that this process knows to be valid. */
  findByCredentials(headers: IncomingHttpHeaders): Account | undefined {
    const key = keyOf(headers)
    return key === undefined ? undefined : this.credentials.get(key)
  }

  /** The account of requests without valid credentials from an address. */
  ofAddress(address: string): Account {
    return findOrAdd(this.addresses, networkOf(address), this.budgetMs * ANONYMOUS_SHARE)
  }

  /** The account of a session or API key, whose credentials are valid. */
  recognise(headers: IncomingHttpHeaders, client: string): Account {
    const account = findOrAdd(this.clients, client, this.budgetMs)
    const key = keyOf(headers)
    if (key !== undefined) this.credentials.set(key, account)
    return account
  }

  charge(account: Account, ms: number): void {
    account.charge(ms)
    const exhaustedFor = account.exhaustedFor()
    if (exhaustedFor > 0) {
      this.exhaustedUntil = Math.max(this.exhaustedUntil, performance.now() + exhaustedFor)
    }
  }

  /** Whether the budget of some client may be exhausted. If not, requests need not be looked up. */
  mayBeExhausted(): boolean {
    return this.exhaustedUntil > 0 && performance.now() < this.exhaustedUntil
  }
}

function findOrAdd(accounts: LRUCache<string, Account>, key: string, budgetMs: number): Account {
  const known = accounts.get(key)
  if (known) return known
  const account = new Account(budgetMs)
  accounts.set(key, account)
  return account
}

function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const { token, apiKey } = credentialsIn(headers)
  const secret = token ?? apiKey
  return secret === undefined ? undefined : hashSecret(secret).toString('base64')
}
