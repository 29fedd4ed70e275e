import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from '../../src/images/turns.js'

/** Works of companies, which end when the test says so. */
function worker() {
  const turns = new Turns()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const take = (company: number, name: string, onLeave: (leave: () => void) => void = () => {}) =>
    turns.take(
      company,
      () => {
        begun.push(name)
        return new Promise<string>((resolve) => {
          ends.push(() => {
            resolve(name)
          })
        })
      },
      onLeave,
    )
  const endOne = async () => {
    ends.shift()?.()
    await nextIteration()
  }
  return { begun, take, endOne }
}

it('does one work at a time, and companies take turns', async () => {
  const { begun, take, endOne } = worker()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void take(1, name)
  for (const name of ['b1', 'b2']) void take(2, name)
  void take(3, 'c1')
  await nextIteration()
  expect(begun).toEqual(['a1'])
  for (let count = 0; count < 6; count += 1) await endOne()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('refuses a company whose 100 works wait, but no other one', async () => {
  const { begun, take, endOne } = worker()
  for (let count = 0; count <= 100; count += 1) void take(1, String(count))
  expect(await take(1, 'one more')).toBeUndefined()
  void take(2, 'other')
  await nextIteration()
  await endOne()
  await endOne()
  expect(begun).toEqual(['0', '1', 'other'])
})

it('refuses everyone if 400 works wait', async () => {
  const { take } = worker()
  for (let count = 0; count <= 400; count += 1) void take(count, String(count))
  expect(await take(1000, 'one more')).toBeUndefined()
})

it('gives up the place of a client that has left, and continues after a work that fails', async () => {
  const { begun, take, endOne } = worker()
  const leaves: (() => void)[] = []
  void take(1, 'first')
  const left = take(1, 'left', (leave) => leaves.push(leave))
  void take(1, 'last', (leave) => leaves.push(leave))
  leaves[0]?.()
  expect(await left).toBeUndefined()
  await nextIteration()
  await endOne()
  // Too late.
  leaves[1]?.()
  expect(begun).toEqual(['first', 'last'])
  const turns = new Turns()
  await expect(
    turns.take(
      1,
      () => Promise.reject(new Error('broken')),
      () => {},
    ),
  ).rejects.toThrow()
  expect(
    await turns.take(
      1,
      async () => 'next',
      () => {},
    ),
  ).toBe('next')
})
