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
  const figures = await run({ seconds: 2, env, names })
  expect(figures).toHaveLength(names.length + 1)
  for (const { flood, user } of figures) {
    expect(user.statuses, flood).toEqual({ 200: user.requests })
  }
  const refused = figures.filter(({ statuses }) => (statuses[429] ?? 0) + (statuses[503] ?? 0) > 0)
  expect(refused.map(({ flood }) => flood)).toContain('with valid credentials')
})
