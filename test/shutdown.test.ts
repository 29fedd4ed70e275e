import { expect, it } from 'vitest'
import { run as stopGracefully } from './load/graceful-stop.js'
import { run as restartRolling } from './load/rolling-restart.js'

it('resets no connection of clients that send 200 requests a second', async () => {
  const { answered, refused, reset, others, exitCodes } = await stopGracefully({
    rounds: 1,
    before: 200,
    after: 100,
  })
  expect([reset, others, exitCodes]).toEqual([0, {}, [0]])
  expect(answered).toBeGreaterThan(0)
  expect(refused).toBeGreaterThanOrEqual(100)
})

const server = process.env['DATABASE_URL'] ?? ''
it.skipIf(!server)(
  'fails no request while two instances behind one port are replaced',
  async () => {
    const { answered, ...failed } = await restartRolling({
      perSecond: 100,
      before: 100,
      after: 100,
      server,
    })
    expect(failed).toEqual({ refused: 0, reset: 0, others: {} })
    expect(answered).toBeGreaterThan(200)
  },
)
