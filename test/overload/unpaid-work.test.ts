import { expect, it } from 'vitest'
import { isUnpaid, run } from '../load/unpaid-work.js'

/** The processor time of each thread is known only there. */
const isLinux = process.platform === 'linux'

it.skipIf(!isLinux)(
  'charges each sort of request for the processor time that it takes',
  async () => {
    const figures = await run({ requests: 20 })
    expect(figures.length).toBeGreaterThan(200)
    // Otherwise they would not be what their names say.
    const ofUser = figures.slice(-8).map(({ sort, statuses }) => [sort, Object.keys(statuses)])
    for (const [sort, statuses] of ofUser) expect(statuses, String(sort)).toEqual(['200'])
    expect(figures.filter(isUnpaid)).toEqual([])
  },
)
