import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { startService, tokenOf } from '../support/graphql.js'

let company: TestCompany
let production: string
let development: string
beforeAll(async () => {
  company = await newCompany(testDatabase())
  development = await startService()
  production = await startService({ NODE_ENV: 'production', DATABASE_URL: 'embedded' })
})

async function extensionsOf(address: string, query: string, token?: string, wanted = {}) {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, extensions: { statements: true, ...wanted } }),
  })
  const { extensions } = (await response.json()) as { extensions?: Record<string, unknown> }
  return extensions
}

// One read: a slow answer with several may be sent as several statements.
const SITES = '{ sites { nodes { name } } }'
const one = (count: unknown) => ({
  statements: { count, milliseconds: expect.any(Number) },
})

describe('a response has the number of its statements if the request asks for it', () => {
  it('for an admin, by both executors', async () => {
    const token = await tokenOf(company.admin)
    const first = await extensionsOf(production, SITES, token)
    expect(first).toEqual(one(expect.any(Number)))
    for (let time = 0; time < 3; time += 1) await extensionsOf(production, SITES, token)
    const last = await extensionsOf(production, SITES, token, { cost: true })
    expect(last).toMatchObject({
      ...one(process.env['SQL_ANSWERS'] === 'off' ? 2 : 1),
      cost: { limit: expect.any(Number) },
    })
    expect(last?.['statements']).toHaveProperty('milliseconds', expect.not.toBeOneOf([0]))
  })

  it('for a mutation, with the statements of its transaction', async () => {
    const mutation =
      'mutation { createClient(input: { legalName: "A" }) { client { sites { totalCount } } } }'
    const extensions = await extensionsOf(production, mutation, await tokenOf(company.admin))
    const { count } = extensions?.['statements'] as { count: number }
    expect(count).toBeGreaterThanOrEqual(3)
  })

  it('in production not for others', async () => {
    const token = await tokenOf(company.technician)
    for (let time = 0; time < 4; time += 1) {
      expect(await extensionsOf(production, SITES, token)).toBeUndefined()
    }
    expect(await extensionsOf(production, '{ __typename }')).toBeUndefined()
  })

  it('in development for everyone', async () => {
    const token = await tokenOf(company.technician)
    expect(await extensionsOf(development, SITES, token)).toEqual(one(expect.any(Number)))
    expect(await extensionsOf(development, '{ __typename }')).toEqual(one(0))
  })
})
