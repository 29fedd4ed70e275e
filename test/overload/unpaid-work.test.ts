import { expect, it } from 'vitest'
import { run } from '../load/unpaid-work.js'

/** Of all sorts of requests, with the largest accepted bodies. Fewer requests than this are too few to compare. */
const REQUESTS = 40

/** How much more processor time a sort may take than it is charged. */
const MAX_RATIO = 1.3

it('charges requests without credentials for the processor time that they take', async () => {
  const figures = await run({ requests: REQUESTS })
  expect(figures.length).toBeGreaterThan(150)
  const sum = (key: 'usedMs' | 'chargedMs') =>
    figures.reduce((total, figure) => total + figure[key], 0)
  // Most charges are estimates for a processor like that of the measurements. A slower or busy one takes longer for all.
  const slowness = Math.max(1, sum('usedMs') / sum('chargedMs'))
  const unpaid = figures.filter(
    ({ usedMs, chargedMs }) => usedMs - MAX_RATIO * slowness * chargedMs > NOISE_MS,
  )
  expect(unpaid).toEqual([])
})

/** What the process does at the same time as the requests of one sort: garbage collection, compiling, timers. */
const NOISE_MS = 60
