import { setImmediate as nextIteration } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Turns } from '../../src/overload/turns.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, startService, tokenOf } from '../support/graphql.js'

/** Takes turns for a client, and records which of its requests start and which are refused. */
function clientOf(turns: Turns, key: string) {
  const started: number[] = []
  const refused: number[] = []
  let count = 0
  const take = () => {
    const request = count++
    return turns.take(
      key,
      () => started.push(request),
      () => refused.push(request),
    )
  }
  return { started, refused, take }
}

describe('the limit on concurrent requests of a client', () => {
  it('starts 16 requests, and each other one in order when an earlier one ends', async () => {
    const { started, take } = clientOf(new Turns(), 'a')
    const ends = Array.from({ length: 20 }, take)
    expect(started.length).toBe(16)
    ends[3]?.()
    ends[3]?.()
    ends[7]?.()
    await nextIteration()
    expect(started.slice(16)).toEqual([16, 17])
  })

  it('does not apply to the requests of another client', () => {
    const turns = new Turns()
    Array.from({ length: 100 }, clientOf(turns, 'a').take)
    const other = clientOf(turns, 'b')
    other.take()
    expect(other.started).toEqual([0])
  })

  it('skips a request whose client has disconnected', async () => {
    const { started, take } = clientOf(new Turns(), 'a')
    const ends = Array.from({ length: 19 }, take)
    ends[16]?.()
    ends[0]?.()
    await nextIteration()
    expect(started.slice(16)).toEqual([17])
    // It leaves after it was chosen, before it starts: its place is free again.
    ends[1]?.()
    ends[18]?.()
    await nextIteration()
    take()
    expect(started.length).toBe(19)
  })

  it('refuses more than 500 waiting requests', () => {
    const { refused, take } = clientOf(new Turns(), 'a')
    Array.from({ length: 518 }, take)
    expect(refused).toEqual([516, 517])
  })
})

it('answers 100 requests of one session that are sent together', async () => {
  const company = await newCompany(testDatabase())
  const headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
  const address = startService()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => post('{ viewer { role } }', {}, headers, address)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
