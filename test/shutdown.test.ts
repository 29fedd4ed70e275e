import { expect, it } from 'vitest'
import { run as stopGracefully } from './load/graceful-stop.js'
import { run as restartRolling } from './load/rolling-restart.js'

it('resets no connection of clients that send 200 requests a second', async () => {
  const { answered, refused, reset, others, exitCodes } = await stopGracefully({
    rounds: 1,
    requests: 600,
  })
  expect([reset, others, exitCodes]).toEqual([0, {}, [0]])
  expect(answered).toBeGreaterThan(0)
  expect(answered + refused).toBe(600)
})

const server = process.env['DATABASE_URL'] ?? ''
it.skipIf(!server)(
  'fails no request while two instances behind one port are replaced',
  async () => {
    const outcomes = await restartRolling({ requests: 2000, server })
    expect(outcomes).toEqual({ answered: 2000, refused: 0, reset: 0, others: {} })
  },
)
