import { expect, it } from 'vitest'
import { floods, run } from '../load/floods.js'

/** Those that need a server: statements of the embedded database run one after the other. */
const isLegal = (name: string) => name.startsWith('legal')

it('refuses floods with 429 or 503, and answers each request of another user', async () => {
  const env = {
    DATABASE_URL: 'embedded',
    PROCESSOR_BUDGET_MS: '300',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  }
  const names = Object.keys(floods).filter((name) => !isLegal(name))
  const figures = await run({ seconds: 1, env, names })
  expect(figures).toHaveLength(names.length + 1)
  for (const { flood, user } of figures) {
    expect(user.statuses, flood).toEqual({ 200: user.requests })
  }
  for (const { flood, statuses } of figures.filter(({ flood }) => flood !== 'none')) {
    const sum = (isCounted: (status: string) => boolean) =>
      Object.keys(statuses)
        .filter(isCounted)
        .reduce((total, status) => total + (statuses[status] ?? 0), 0)
    const refused = sum((status) => /^4|503/.test(status)) / sum(() => true)
    expect([flood, refused >= (SHARES[flood] ?? 1)]).toEqual([flood, true])
  }
})

/** The least share of refused requests. Those of other floods are never valid. */
const SHARES: Readonly<Record<string, number>> = {
  // Each is charged little: a slow machine sends too few to use the budget.
  'static texts': 0,
  'other literals each time': 0.05,
}
