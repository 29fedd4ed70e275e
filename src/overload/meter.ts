import type { FastifyRequest } from 'fastify'
import type { Account } from './account.js'
import type { Accounts } from './accounts.js'

/**
 * Charges the processor time of one request to its client. Only synchronous work is measured, because other requests
 * run while a request waits. The rest is estimated.
 */
export class Meter {
  private spentMs = 0
  private account: Account | undefined

  constructor(
    private readonly accounts: Accounts,
    private readonly request: Pick<FastifyRequest, 'headers' | 'ip'>,
  ) {}

  /** Runs synchronous work and charges its time. */
  time<Result>(work: () => Result): Result {
    const began = performance.now()
    try {
      return work()
    } finally {
      this.charge(performance.now() - began)
    }
  }

  charge(ms: number): void {
    this.account ??=
      this.accounts.findByCredentials(this.request.headers) ??
      this.accounts.ofAddress(this.request.ip)
    this.spentMs += ms
    this.accounts.charge(this.account, ms)
  }

  /** Charges all work of the request, past and future, to `client`. Called when the credentials are known to be valid. */
  authenticated(client: string): void {
    const account = this.accounts.recognise(this.request.headers, client)
    if (this.account && this.account !== account) {
      this.account.charge(-this.spentMs)
      this.accounts.charge(account, this.spentMs)
    }
    this.account = account
  }
}
