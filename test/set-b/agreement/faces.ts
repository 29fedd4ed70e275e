import { expect } from 'vitest'
import type { Domain } from '../../../src/domain/domain.js'
import type { TestCompany } from '../../support/builders.js'
import { graph, type GraphAnswer, service } from '../../support/graphql.js'
import { newSession } from '../../support/sessions.js'
import { asking } from '../ask.js'

/** A record as a test knows it: by both of its ids. */
export interface Ref {
  readonly id: number
  readonly uuid: string
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a record is whatever a face answers
export type Answered = any

/** The three faces, each asked as the admin of a company; whatever is not a success fails the test. */
export function facesOf({ admin }: TestCompany) {
  const run = graph(admin)
  const askB = asking(admin)
  const askA = askingA(admin)
  return {
    graphQL: async (query: string, variables: Record<string, unknown>): Promise<Answered> => {
      const { data, errors }: GraphAnswer = await run(query, variables)
      expect(errors).toBeUndefined()
      return data
    },
    setA: async (method: 'GET' | 'POST', path: string, sent?: object): Promise<Answered> => {
      const { status, body } = await askA(method, path, sent)
      expect([status, body]).toEqual([method === 'POST' ? 201 : 200, body])
      return body
    },
    setB: async (method: 'GET' | 'POST', path: string, sent?: object): Promise<Answered> => {
      const { status, body } = await askB(method, path, sent && { body: sent })
      expect([status, body]).toEqual([method === 'POST' ? 201 : 200, body])
      return body
    },
  }
}

export type Faces = ReturnType<typeof facesOf>

function askingA(admin: Domain) {
  let token: Promise<string> | undefined
  const open = async () => (await newSession(admin, 'set_a')).accessToken
  return async (method: string, path: string, sent?: object) => {
    const response = await fetch(`${await service()}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${await (token ??= open())}`,
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    return { status: response.status, body: await response.json() }
  }
}

/** The one record of a page of Set A that has an integer id. */
export async function findInSetA({ setA }: Faces, path: string, id: number): Promise<Answered> {
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

/** Epoch seconds of a time as GraphQL writes it. */
export const seconds = (time: string | null) =>
  time === null ? null : Math.floor(Date.parse(time) / 1000)

/** `YYYY-MM-DD HH:MM:SS` of a time as GraphQL writes it, some hours east of UTC. */
export const stamp = (time: string | null, hours = 0) =>
  time === null
    ? null
    : new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** The name of a risk's level, as both sets write it; null where there is no risk. */
export const levelOf = (risk: { level: string } | null) =>
  risk && risk.level.slice(0, 1) + risk.level.slice(1).toLowerCase()
