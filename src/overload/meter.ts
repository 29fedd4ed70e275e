import type { FastifyRequest } from 'fastify'
import { credentialsIn, type RequestCredentials } from '../http/credentials.js'
import type { LeakyBucket } from './leaky-bucket.js'
import type { ProcessorBudgets } from './processor-budgets.js'

/**
 * Charges the processor time of one request to its client. Only synchronous work is measured, because other requests
 * run while a request waits. The rest is estimated.
 */
export class Meter {
  private spentMs = 0
  private bucket: LeakyBucket | undefined
  readonly credentials: RequestCredentials

  constructor(
    private readonly budgets: ProcessorBudgets,
    private readonly request: Pick<FastifyRequest, 'headers' | 'ip'>,
  ) {
    this.credentials = credentialsIn(request.headers)
  }

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
    this.bucket ??=
      this.budgets.findByCredentials(this.credentials) ?? this.budgets.ofAddress(this.request.ip)
    this.spentMs += ms
    this.budgets.charge(this.bucket, ms)
  }

  /**
   * Charges all work of the request, past and future, to `client`. Called when the credentials are known to be valid.
   */
  authenticated(client: string): void {
    const bucket = this.budgets.recognise(this.credentials, client)
    if (this.bucket && this.bucket !== bucket) {
      this.bucket.charge(-this.spentMs)
      this.budgets.charge(bucket, this.spentMs)
    }
    this.bucket = bucket
  }
}
