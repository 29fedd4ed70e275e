import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../domain/credential/network-of.js'
import { hashSecret } from '../domain/credential/secret.js'
import { credentialsIn } from '../http/credentials.js'
import { Account } from './account.js'

/** The maximum number of accounts in each cache. */
const MAX_ACCOUNTS = 10_000

/** The share of the budget for all requests without valid credentials from one address. */
const ANONYMOUS_SHARE = 0.5

/**
 * The budgets of processor time in this process: one for each session or API key, and one for the requests without
 * valid credentials from each address. They are not shared with other instances, because a processor is not.
 */
export class Accounts {
  /** By session or API key. A client that refreshes its token keeps its account. */
  private readonly clients
  /** By the hash of credentials that were valid when this process last checked them. */
  private readonly credentials = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })
  /** By IPv4 address, or by /64 network of an IPv6 address. */
  private readonly addresses
  private exhaustedUntil = 0

  constructor(budgetMs: number) {
    this.clients = accountsOf(budgetMs)
    this.addresses = accountsOf(budgetMs * ANONYMOUS_SHARE)
  }

  /** The account of credentials that this process knows to be valid. */
  findByCredentials(headers: IncomingHttpHeaders): Account | undefined {
    const key = keyOf(headers)
    return key === undefined ? undefined : this.credentials.get(key)
  }

  /** The account of requests without valid credentials from an address. */
  ofAddress(address: string): Account {
    return this.addresses.memo(networkOf(address))
  }

  /** The account of a session or API key, whose credentials are valid. */
  recognise(headers: IncomingHttpHeaders, client: string): Account {
    const account = this.clients.memo(client)
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

  /** Whether the budget of any client may be exhausted. If false, the accounts of requests need not be looked up. */
  mayBeExhausted(): boolean {
    return this.exhaustedUntil > 0 && performance.now() < this.exhaustedUntil
  }
}

/** Accounts with a budget, each created when it is first looked up. */
const accountsOf = (budgetMs: number) =>
  new LRUCache<string, Account>({ max: MAX_ACCOUNTS, memoMethod: () => new Account(budgetMs) })

function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const { token, apiKey } = credentialsIn(headers)
  const secret = token ?? apiKey
  return secret === undefined ? undefined : hashSecret(secret).toString('base64')
}
