import { setTimeout as delay } from 'node:timers/promises'
import { SLOW_MS } from '../pool.js'

/** Does work under a key; who asks for it while it is under way is answered by the next time it is done. */
export type Merge<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>

interface Turn<Result> {
  readonly done: Promise<Result>
  next?: Promise<Result>
}

/**
 * Does the same work once for all who wait for it. While it is done for one, others wait, though not for what is slow,
 * and share the next turn. No one joins work that has begun, so what an answer tells was read after it was asked for.
 */
export function createMerge<Result>(): Merge<Result> {
  const turns = new Map<string, Turn<Result>>()

  const begin = (key: string, work: () => Promise<Result>): Promise<Result> => {
    const done = work().finally(() => {
      if (turns.get(key) === turn && !turn.next) turns.delete(key)
    })
    const turn: Turn<Result> = { done }
    turns.set(key, turn)
    return done
  }

  return (key, work) => {
    const turn = turns.get(key)
    if (!turn) return begin(key, work)
    const again = () => begin(key, work)
    return (turn.next ??= Promise.race([turn.done, slow()]).then(again, again))
  }
}

const slow = () => delay(SLOW_MS, undefined, { ref: false })
