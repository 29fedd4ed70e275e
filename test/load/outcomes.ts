import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.js'

/** How requests ended. */
export interface Outcomes {
  /** Complete responses with status 200. */
  answered: number
  /** The connection was refused: the client knows that the service did not get the request. */
  refused: number
  /** The connection broke after the request was sent. */
  reset: number
  /** The number of responses by other statuses. */
  others: Record<string, number>
}

interface Pace {
  readonly perSecond: number
  /** The number of requests before the work, and after it. */
  readonly before: number
  readonly after: number
}

/**
 * Sends requests at a constant rate, without waiting for the responses: before, during and after `work`, which is called once. Returns
 * the outcomes of all of them.
 */
export async function sendSteadily(
  send: () => ReturnType<Client['post']>,
  { perSecond, before, after }: Pace,
  work: () => Promise<unknown>,
): Promise<Outcomes> {
  const outcomes: Outcomes = { answered: 0, refused: 0, reset: 0, others: {} }
  const ask = async () => {
    try {
      const { status, body } = await send()
      if (status === 200 && body.endsWith('}\n')) outcomes.answered += 1
      else outcomes.others[status] = (outcomes.others[status] ?? 0) + 1
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') outcomes.refused += 1
      else outcomes.reset += 1
    }
  }
  const began = performance.now()
  const asked: Promise<void>[] = []
  const sendWhile = async (isMore: () => boolean) => {
    while (isMore()) {
      asked.push(ask())
      await delay(Math.max(0, began + (asked.length * 1000) / perSecond - performance.now()))
    }
  }
  await sendWhile(() => asked.length < before)
  let isOver = false
  const working = work().finally(() => (isOver = true))
  await sendWhile(() => !isOver)
  await working
  const end = asked.length + after
  await sendWhile(() => asked.length < end)
  await Promise.all(asked)
  return outcomes
}
