import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { isDatabaseUnavailable } from '../../src/db/faults.js'
import { inCompanyTurn } from '../../src/domain/company-turn.js'

it('lets few of a company work at once, all in the end, and no other company wait', async () => {
  let working = 0
  let most = 0
  const done: number[] = []
  const work = (number: number) => async () => {
    working += 1
    most = Math.max(most, working)
    await delay(1)
    working -= 1
    done.push(number)
    if (number === 3) throw new Error('refused')
    return number
  }
  const turns = Array.from({ length: 20 }, (_, number) => inCompanyTurn(-1, work(number)))
  const settled = Promise.allSettled(turns)
  expect(await inCompanyTurn(-2, async () => done.length)).toBeLessThan(20)
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(done.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, at) => at))
  expect(most).toBe(2)
})

it('refuses whom it let wait too long, and does not do what he asked for', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const finish: (() => void)[] = []
  const stuck = () => new Promise<void>((resolve) => finish.push(resolve))
  const begun = [inCompanyTurn(-3, stuck), inCompanyTurn(-3, stuck)]
  const work = vi.fn(async () => 'done')
  const late = inCompanyTurn(-3, work)
  const refused = expect(late).rejects.toSatisfy(isDatabaseUnavailable)
  await delay(1)
  vi.advanceTimersByTime(6000)
  for (const each of finish) each()
  await Promise.all(begun)
  await refused
  expect(work).not.toHaveBeenCalled()
  vi.useRealTimers()
})
