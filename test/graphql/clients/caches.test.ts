import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { getNamedType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newAsset } from '../../support/builders.js'
import { post, schema, startService, tokenOf } from '../../support/graphql.js'
import { newFullCompany } from '../full-company.js'
import { connectionQueries } from './connection-queries.js'

/* Normalizing caches of clients, with their default settings, return what the service returned. */

/** The answers of the service, by query. */
const plain = new Map<string, unknown>()
let headers: { readonly authorization: string }
let uri: string

beforeAll(async () => {
  const company = await newFullCompany()
  const { zone, assetType, field } = company
  for (const value of ['Brass', 'Steel']) {
    const metaData = { [field.fieldId]: value }
    await newAsset(company, { zoneId: zone.id, typeId: assetType.id, metaData })
  }
  headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
  // With all of their fields, also the statistics of each record, the queries cost more than the default limit.
  const address = startService({ MAX_COMPLEXITY: '10000000' })
  uri = `${await address}/graphql`
  for (const [name, query] of connectionQueries) {
    const { data, errors } = await post(query, {}, headers, address)
    expect(errors, name).toBeUndefined()
    plain.set(query, data)
  }
})

it('covers every connection of the schema', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
  const connections = fields.filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
  expect(connectionQueries).toHaveLength(connections.length)
})

it('has different values of one custom field in these answers', () => {
  const assets = plain.get(connectionQueries.find(([name]) => name === 'assets')![1]) as {
    assets: { nodes: { customFieldValues: { fieldId: string; value: string }[] }[] }
  }
  const values = assets.assets.nodes.flatMap((asset) => asset.customFieldValues)
  expect(new Set(values.map(({ fieldId }) => fieldId)).size).toBe(1)
  expect(new Set(values.map(({ value }) => value)).size).toBe(2)
})

/** An answer without the end of its links to documents, which is another one in each quarter of an hour. */
const withoutExpiry = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data).replace(/&expires=\d+(&size=\w+)?&signature=\w+/g, '$1'))

/** Reads each query from the network, then all from the cache, when each has been merged with all others. */
async function expectSame(read: (query: string, from: 'network' | 'cache') => Promise<unknown>) {
  for (const [name, query] of connectionQueries) {
    expect(withoutExpiry(await read(query, 'network')), name).toEqual(
      withoutExpiry(plain.get(query)),
    )
  }
  for (const [name, query] of connectionQueries) {
    expect(withoutExpiry(await read(query, 'cache')), name).toEqual(withoutExpiry(plain.get(query)))
  }
}

describe('every connection is the same', () => {
  it('through the InMemoryCache of Apollo Client', async () => {
    const link = new HttpLink({ uri, headers: { ...headers } })
    const client = new ApolloClient({ link, cache: new InMemoryCache() })
    await expectSame(async (query, from) => {
      const { data, error } = await client.query({
        query: gql(query),
        fetchPolicy: from === 'network' ? 'network-only' : 'cache-only',
      })
      expect(error).toBeUndefined()
      return data
    })
    client.stop()
  })

  it('through graphcache of urql', async () => {
    // It warns about each object without an id, which it stores with its parent.
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const client = new Client({
      url: uri,
      preferGetMethod: false,
      fetchOptions: { headers },
      exchanges: [cacheExchange({}), fetchExchange],
    })
    await expectSame(async (query, from) => {
      const { data, error } = await client.query(
        query,
        {},
        {
          requestPolicy: from === 'network' ? 'network-only' : 'cache-only',
        },
      )
      expect(error).toBeUndefined()
      return data as unknown
    })
    warn.mockRestore()
  })
})
