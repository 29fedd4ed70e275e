import { expect, it } from 'vitest'
import { version } from 'uuid'
import { Random } from '../../src/demo/random.js'

const draw = (random: Random) => Array.from({ length: 1000 }, () => random.integer(1, 6))

it('returns the same numbers for the same seed, and others for another one', () => {
  expect(draw(new Random('seed'))).toEqual(draw(new Random('seed')))
  expect(draw(new Random('seed'))).not.toEqual(draw(new Random('other')))
})

it('returns uniform integers, both bounds included', () => {
  const drawn = draw(new Random('seed'))
  for (const face of [1, 2, 3, 4, 5, 6]) {
    expect(drawn.filter((one) => one === face).length).toBeGreaterThan(120)
  }
  expect(new Set(drawn).size).toBe(6)
})

it('samples different items, at most all of them', () => {
  const random = new Random('seed')
  expect(new Set(random.sample(['a', 'b', 'c', 'd'], 3)).size).toBe(3)
  expect(random.sample(['a', 'b'], 3).sort()).toEqual(['a', 'b'])
})

it('shuffles without losing an item', () => {
  const items = Array.from({ length: 50 }, (_, index) => index)
  const shuffled = new Random('seed').shuffled(items)
  expect(shuffled).not.toEqual(items)
  expect(shuffled.toSorted((one, other) => one - other)).toEqual(items)
})

it('generates ascending version 7 UUIDs', () => {
  const random = new Random('seed')
  const uuids = Array.from({ length: 1000 }, () => random.uuid())
  expect(new Set(uuids).size).toBe(1000)
  expect(new Set(uuids.map(version))).toEqual(new Set([7]))
  expect(uuids.toSorted()).toEqual(uuids)
})
