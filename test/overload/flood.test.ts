import { expect, it } from 'vitest'
import { run } from '../load/anonymous-flood.js'

it('refuses a flood with 429, and answers each request of another user', async () => {
  const env = { PROCESSOR_BUDGET_MS: '300', MAX_EVENT_LOOP_DELAY_MS: '0' }
  const figures = await run({ seconds: 2, env })
  expect(figures).toHaveLength(5)
  for (const { flood, user } of figures) {
    expect(user.statuses, flood).toEqual({ 200: user.requests })
  }
  const refused = figures.filter(({ statuses }) => (statuses[429] ?? 0) > 0)
  expect(refused.map(({ flood }) => flood)).toContain('with valid credentials')
})
