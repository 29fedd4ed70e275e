import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Counter, Gauge, type Registry } from 'prom-client'
import { MAX_QUEUED_CALLS, queuedCalls } from '../../domain/credential/hashing-queue.js'
import { SIGN_INS, type SignInEvent } from '../../domain/credential/sign-in.js'

/**
 * Counts the attempts to sign in, and measures the queue for hashing passwords. Returns the function that stops the counting.
 */
export function measureSignIns(registry: Registry): () => Promise<void> {
  const attempts = new Counter({
    name: 'fis_sign_ins_total',
    help: 'Attempts to sign in with a password, by interface and result.',
    labelNames: ['interface', 'result'],
    registers: [registry],
  })
  new Gauge({
    name: 'fis_password_hashes_queued',
    help: `Calls in the queue for hashing passwords, including those that have started. At ${MAX_QUEUED_CALLS}, further ones are refused.`,
    registers: [registry],
    collect() {
      this.set(queuedCalls())
    },
  })
  const count = (message: unknown) => {
    const { audience, result } = message as SignInEvent
    attempts.inc({ interface: audience.replace('_', '-'), result: result.toLowerCase() })
  }
  subscribe(SIGN_INS, count)
  return async () => {
    unsubscribe(SIGN_INS, count)
  }
}
