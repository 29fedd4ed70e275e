import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache'
import { beforeAll, expect, it, vi } from 'vitest'
import { possibleTypes, typePolicies } from '../../examples/clients/cache/apollo-policies.js'
import { keys } from '../../examples/clients/cache/graphcache-keys.js'
import { clientConfiguration } from '../../scripts/client-configuration.js'
import { service, tokenOf } from '../support/graphql.js'
import { newPopulatedCompany } from '../support/populated-company.js'
import { temporaryFolder } from '../support/temporary-folder.js'

let id: string
let uri: string
let headers: { readonly authorization: string }
beforeAll(async () => {
  const company = await newPopulatedCompany({ full: true })
  id = company.site.uuid
  uri = `${await service()}/graphql`
  headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
})

it('is what npm run generate writes', async () => {
  for (const [path, text] of Object.entries(await clientConfiguration())) {
    expect(await readFile(path, 'utf8'), path).toBe(text)
  }
})

it('lets the cache of Apollo Client keep the fields of several queries', async () => {
  const read = async (cache: InMemoryCache) => {
    const client = new ApolloClient({ link: new HttpLink({ uri, headers: { ...headers } }), cache })
    const variables = { id }
    const city = gql(`query ($id: ID!) {
      node(id: $id) { id ... on Site { address { city } zones { totalCount } } }
    }`)
    const street = gql(`query ($id: ID!) {
      node(id: $id) { id ... on Site { address { street } zones { nodes { id } } } }
    }`)
    const { data } = await client.query({ query: city, variables })
    await client.query({ query: street, variables })
    const cached = client.readQuery({ query: city, variables })
    client.stop()
    return [data, cached]
  }
  const [data, cached] = await read(new InMemoryCache({ possibleTypes, typePolicies }))
  expect(cached).toEqual(data)
  expect(data).toMatchObject({ node: { address: { city: 'Port' }, zones: { totalCount: 1 } } })
  const [, withDefaults] = await read(new InMemoryCache({ possibleTypes }))
  expect(withDefaults).toBeNull()
})

it('keeps graphcache from printing warnings', async () => {
  const warningsWith = async (config: KeyingConfig) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const exchanges = [cacheExchange({ keys: config }), fetchExchange]
    const client = new Client({
      url: uri,
      preferGetMethod: false,
      fetchOptions: { headers },
      exchanges,
    })
    const { error } = await client.query(
      `{ viewer { role company { id stats { assets } } } sites { totalCount nodes { id address { city } } }
         assets { edges { cursor node { id customFieldValues { label value } } } } }`,
      {},
    )
    expect(error).toBeUndefined()
    const { calls } = warn.mock
    warn.mockRestore()
    return calls.map(([message]) => String(message))
  }
  expect(await warningsWith(keys)).toEqual([])
  expect(await warningsWith({})).not.toEqual([])
})

it('configures GraphQL Code Generator for a project', async () => {
  const folder = await temporaryFolder()
  await cp('examples/clients/.graphqlrc.yml', join(folder, '.graphqlrc.yml'))
  await cp('schema.graphql', join(folder, 'schema.graphql'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'src'))
  await writeFile(
    join(folder, 'src/sites.graphql'),
    'query Sites { sites { nodes { createdAt } } }',
  )
  const codegen = resolve('node_modules/.bin/graphql-codegen')
  await promisify(execFile)(codegen, ['--config', '.graphqlrc.yml'], { cwd: folder })
  const types = await readFile(join(folder, 'src/generated/graphql.ts'), 'utf8')
  expect(types).toMatch(/type SitesQuery = .*createdAt: string/)
})
