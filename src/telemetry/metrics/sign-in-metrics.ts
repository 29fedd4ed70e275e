import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Counter, type Registry } from 'prom-client'
import { SIGN_INS, type SignInEvent } from '../../domain/credential/sign-in.js'

/** Counts the attempts to sign in. Returns the function that stops the counting. */
export function measureSignIns(registry: Registry): () => Promise<void> {
  const attempts = new Counter({
    name: 'fis_sign_ins_total',
    help: 'Attempts to sign in with a password, by interface and result.',
    labelNames: ['interface', 'result'],
    registers: [registry],
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
