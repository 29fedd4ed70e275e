import { expect, it } from 'vitest'
import { PrismaSessions } from '../../../src/db/prisma/prisma-sessions.js'
import type { Executor } from '../../../src/db/prisma/session-connection.js'

const executor: Executor = {
  query: () => Promise.reject(new Error('expected no statement')),
  queryLast: () => Promise.reject(new Error('expected no statement')),
  end: () => undefined,
}

it('uses the session that was used last again, unless it is too old', async () => {
  const sessions = new PrismaSessions(() => undefined, 200)
  const next = () => sessions.use(executor, (session) => Promise.resolve(session))
  const first = await next()
  const [again, beside] = await Promise.all([next(), next()])
  expect(again).toBe(first)
  expect(beside).not.toBe(first)
  await new Promise((resolve) => setTimeout(resolve, 250))
  const later = await next()
  expect([first, beside]).not.toContain(later)
  expect(await next()).toBe(later)
  await sessions.close()
})
