import type { FastifyRequest } from 'fastify'
import { credentialsIn, type RequestCredentials } from '../http/credentials.js'
import type { Owner, Payers } from './payers.js'
import type { Payer } from './payer.js'

/** Collecting the garbage of a work takes about a fifth of its time, later. */
const WITH_GARBAGE = 1.2

/**
 * Charges the processor time of one request to its payer. Only synchronous work is measured, because other requests run
 * while a request waits. The rest is estimated.
 */
export class Meter {
  /** What the request was charged so far, in milliseconds. */
  spentMs = 0
  private chargedTo: Payer | undefined
  readonly credentials: RequestCredentials
  /** Read at the beginning: a closed connection has none. */
  private readonly address: string

  constructor(
    private readonly payers: Payers,
    { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  ) {
    this.credentials = credentialsIn(headers)
    this.address = ip
  }

  /** The payer of the credentials if they are known to be valid, otherwise that of the network address. */
  get payer(): Payer {
    return (this.chargedTo ??=
      this.payers.findByCredentials(this.credentials) ?? this.payers.ofAddress(this.address))
  }

  /** Runs synchronous work and charges its time. */
  time<Result>(work: () => Result): Result {
    const began = performance.now()
    try {
      return work()
    } finally {
      this.measured(performance.now() - began)
    }
  }

  /** Charges measured work. */
  measured(ms: number): void {
    this.charge(ms * WITH_GARBAGE)
  }

  /** Charges estimated work. */
  charge(ms: number): void {
    this.spentMs += ms
    this.payers.charge(this.payer, ms)
  }

  /** Called at the end of the request. */
  settle(): void {
    this.payers.settle(this.payer, this.spentMs)
  }

  /** Charges all work of the request, past and future, to the owner of its credentials, which are valid. */
  authenticated(owner: Owner): void {
    const payer = this.payers.recognise(this.credentials, owner)
    if (this.chargedTo && this.chargedTo !== payer && this.spentMs > 0) {
      this.payers.charge(this.chargedTo, -this.spentMs)
      this.payers.charge(payer, this.spentMs)
    }
    this.chargedTo = payer
  }
}
