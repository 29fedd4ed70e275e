import { expect } from 'vitest'
import type { TestCompany } from '../../support/builders.js'
import { graph, type GraphAnswer } from '../../support/graphql.js'
import type { RestResponse } from '../../support/rest.js'
import { callAs as callSetAAs } from '../../set-a/rest.js'
import { callAs as callSetBAs } from '../rest.js'

// oxlint-disable-next-line typescript/no-explicit-any -- each test knows its records
export type Answered = any

/** The three interfaces, called as the admin of a company. Any status but success fails the test. */
export function interfacesOf({ admin }: TestCompany) {
  const run = graph(admin)
  const [callSetA, callSetB] = [callSetAAs(admin), callSetBAs(admin)]
  const bodyOf = ({ status, body }: RestResponse): Answered => {
    expect([200, 201], JSON.stringify(body)).toContain(status)
    return body
  }
  return {
    graphQL: async (query: string, variables: Record<string, unknown>): Promise<Answered> => {
      const { data, errors }: GraphAnswer = await run(query, variables)
      expect(errors).toBeUndefined()
      return data
    },
    setA: async (method: 'GET' | 'POST', path: string, body?: object) =>
      bodyOf(await callSetA(method, path, { body })),
    setB: async (method: 'GET' | 'POST', path: string, body?: object) =>
      bodyOf(await callSetB(method, path, { body })),
  }
}

export type Interfaces = ReturnType<typeof interfacesOf>

/** The record with an id, in a list of Set A. */
export async function findInSetA(
  { setA }: Interfaces,
  path: string,
  id: number,
): Promise<Answered> {
  for (let page = 1; ; page += 1) {
    const { data, last_page: last } = await setA(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`,
    )
    const found = (data as { id: number }[]).find((record) => record.id === id)
    if (found) return found
    if (page >= last) throw new Error(`expected a record ${id} in ${path}, found none`)
  }
}

/** The epoch seconds of an ISO 8601 time. */
export const seconds = (time: string | null) =>
  time === null ? null : Math.floor(Date.parse(time) / 1000)

/** An ISO 8601 time as `YYYY-MM-DD HH:MM:SS`, at a UTC offset of some hours. */
export const stamp = (time: string | null, hours = 0) =>
  time === null
    ? null
    : new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** A risk's level as both sets write it; null without a risk. */
export const levelOf = (risk: { level: string } | null) =>
  risk && risk.level.slice(0, 1) + risk.level.slice(1).toLowerCase()
