import { describe, expect, it } from 'vitest'
import { newClient, newCompany, newSite } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

describe('createClient', () => {
  it('returns the client with its relations', async () => {
    const { admin } = await newCompany(db)
    const input = {
      legalName: '  Acme Limited ',
      tradingName: 'Acme',
      registrationNumber: 'R-1',
      vatNumber: ' ',
    }
    const { client } = await runMutation(
      admin,
      'createClient',
      input,
      `client { id databaseId legalName tradingName registrationNumber vatNumber sitesCount
        createdBy { databaseId } sites { totalCount nodes { id } } }`,
    )
    expect(client).toEqual({
      id: expect.any(String),
      databaseId: expect.any(Number),
      legalName: 'Acme Limited',
      tradingName: 'Acme',
      registrationNumber: 'R-1',
      vatNumber: null,
      sitesCount: 0,
      createdBy: { databaseId: admin.viewer.userId },
      sites: { totalCount: 0, nodes: [] },
    })
  })

  it('reports all validation errors together', async () => {
    const { admin } = await newCompany(db)
    const input = { legalName: ' ', tradingName: 'x'.repeat(256), vatNumber: 'x'.repeat(65) }
    expect(await errorCodesOf(admin, 'createClient', input)).toEqual([
      'REQUIRED legalName',
      'TOO_LONG tradingName',
      'TOO_LONG vatNumber',
    ])
  })

  it('returns each of several in one document', async () => {
    const { admin } = await newCompany(db)
    const { data } = await graph(admin)(`mutation {
      first: createClient(input: { legalName: "First" }) { client { legalName } }
      bad: createClient(input: { legalName: "" }) { client { id } userErrors { field code } }
      second: createClient(input: { legalName: "Second" }) { client { vatNumber name: legalName } }
    }`)
    expect(data).toEqual({
      first: { client: { legalName: 'First' } },
      bad: { client: null, userErrors: [{ field: ['legalName'], code: 'REQUIRED' }] },
      second: { client: { vatNumber: null, name: 'Second' } },
    })
  })
})

describe('updateClient', () => {
  it('changes the given fields, clears those that are null and keeps the others', async () => {
    const company = await newCompany(db)
    const before = await newClient(company, { tradingName: 'Acme', vatNumber: 'V-1' })
    await newSite(company, { clientId: before.id, name: 'North' })
    const input = { id: before.uuid, legalName: 'New', tradingName: null }
    const { client } = await runMutation(
      company.admin,
      'updateClient',
      input,
      'client { id legalName tradingName vatNumber sites { nodes { name } } }',
    )
    expect(client).toEqual({
      id: before.uuid,
      legalName: 'New',
      tradingName: null,
      vatNumber: 'V-1',
      sites: { nodes: [{ name: 'North' }] },
    })
  })

  it('keeps fields whose variable is absent, and clears fields whose variable is null', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newClient(company, { tradingName: 'Acme', vatNumber: 'V-1' })
    const update = async (variables: object) => {
      const document = `mutation ($id: ID!, $tradingName: String, $vatNumber: String) {
        updateClient(input: { id: $id, tradingName: $tradingName, vatNumber: $vatNumber }) {
          client { tradingName vatNumber }
        }
      }`
      return (await graph(company.admin)(document, { id, ...variables })).data.updateClient.client
    }
    // The second request uses the compiled document.
    for (let time = 1; time <= 3; time += 1) {
      expect(await update({})).toEqual({ tradingName: 'Acme', vatNumber: 'V-1' })
    }
    expect(await update({ vatNumber: null })).toEqual({ tradingName: 'Acme', vatNumber: null })
    expect(await update({ tradingName: 'New' })).toEqual({ tradingName: 'New', vatNumber: null })
  })

  it('does not find a removed client', async () => {
    const company = await newCompany(db)
    const client = await newClient(company, { deletedAt: new Date() })
    const input = { id: client.uuid, legalName: 'New' }
    expect(await errorCodesOf(company.admin, 'updateClient', input)).toEqual(['NOT_FOUND id'])
  })
})

describe('removeClient and restoreClient', () => {
  it('hide a client from lists, and show it again', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newClient(company, { legalName: 'Acme' })
    const clients = async () =>
      (await graph(company.admin)('{ clients { nodes { id } } }')).data.clients.nodes

    for (let time = 1; time <= 2; time += 1) {
      const removed = await runMutation(company.admin, 'removeClient', { id })
      expect(removed.client).toEqual({ id })
      expect(await clients()).toEqual([])
    }
    for (let time = 1; time <= 2; time += 1) {
      const restored = await runMutation(company.admin, 'restoreClient', { id })
      expect(restored.client).toEqual({ id })
      expect(await clients()).toEqual([{ id }])
    }
  })

  it('are rejected while sites have it', async () => {
    const company = await newCompany(db)
    const client = await newClient(company)
    await newSite(company, { clientId: client.id })
    const input = { id: client.uuid }
    expect(await errorCodesOf(company.admin, 'removeClient', input)).toEqual(['IN_USE id'])
  })
})
