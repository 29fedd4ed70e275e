import { randomUUID } from 'node:crypto'
import type { Demo } from '../../src/demo/demo-file.js'
import { send } from './steady-load.js'

export interface Operation {
  readonly name: string
  readonly path: string
  /** GET without a body. */
  readonly method?: 'PATCH'
  readonly headers: Record<string, string>
  readonly body?: (number: number) => object
  /** The id of the record that the response says was written, and the text that a read of the record must contain. */
  readonly written?: (response: any, number: number) => { id: string; text: string } // oxlint-disable-line typescript/no-explicit-any -- each operation knows its response
}

const ASSETS =
  '{ assets(first: 5, filter: {overdue: true}) { totalCount nodes { code zone { name site { name } } } } }'

/** What clients of all interfaces do: reads, and writes of most kinds. Signs in at `address`. */
export async function signedInOperations(address: string, demo: Demo): Promise<Operation[]> {
  const { username, password } = demo.users[0] ?? { username: '', password: '' }
  const ask = async (path: string, body: object | undefined, headers = {}) => {
    const { response } = await send(
      address,
      { path, headers, ...(body && { body: () => body }) },
      0,
    )
    return response
  }
  const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'
  const login = { query: LOGIN, variables: { input: { username, password } } }
  const graph = bearer((await ask('/graphql', login)).data.login.accessToken)
  const { id: client_id, secret: client_secret } = demo.oauthClient
  const grant = { grant_type: 'password', client_id, client_secret, username, password }
  const a = bearer((await ask('/oauth/token', grant)).access_token)
  const apiKey = { 'x-api-key': demo.apiKeys.harbour }
  const signIn = await ask('/api/authentication/login', { username, password }, apiKey)
  const b = { ...apiKey, 'x-api-token': signIn.accessToken }

  const { data } = await ask('/graphql', { query: RECORDS }, graph)
  const [asset] = data.assets.nodes
  const [site] = (await ask('/api/sites', undefined, a)).data
  const [zone] = (await ask(`/api/site/${site.id}/zones`, undefined, a)).data
  const [type] = await ask('/api/asset-types/list', undefined, a)
  // Fire extinguishers need a value of this field; the last release wrote a default.
  const agent = type.custom_fields_object.find(
    (field: { is_required: boolean }) => field.is_required,
  )
  const { site: ofZone, type: zoneType } = asset.zone

  const mutation = (name: string, type: string, input: (number: number) => object) => ({
    name,
    path: '/graphql',
    headers: graph,
    body: (number: number) => ({
      query: `mutation ($input: ${type}!) { ${name}(input: $input) { record: ${recordOf(name)} { id } userErrors { message } } }`,
      variables: { input: input(number) },
    }),
  })
  const ofMutation =
    (name: string): NonNullable<Operation['written']> =>
    (response, number) => ({ id: response.data[name].record.id, text: `${name} ${number}` })
  return [
    { name: 'read assets', path: '/graphql', headers: graph, body: () => ({ query: ASSETS }) },
    {
      ...mutation('createClient', 'CreateClientInput', (number) => ({
        legalName: `createClient ${number}`,
      })),
      written: ofMutation('createClient'),
    },
    { name: 'list assets in Set A', path: '/api/assets?overdue=true', headers: a },
    {
      name: 'onboard an asset in Set A',
      path: '/api/asset',
      headers: a,
      body: (number) => ({
        ...{ zone_id: zone.id, asset_type_id: type.id, code: `UP-${number}` },
        meta_data: { [agent.field_id]: 'Foam' },
      }),
      written: ({ source_uuid: id }, number) => ({ id, text: `UP-${number}` }),
    },
    {
      ...mutation('recordInspection', 'RecordInspectionInput', (number) => ({
        assetId: asset.id,
        outcome: 'PASSED',
        note: `recordInspection ${number}`,
      })),
      written: ofMutation('recordInspection'),
    },
    {
      name: 'list zones in Set B',
      path: `/v1/zones?id=${ofZone.id}&pageSize=10&pageIndex=0`,
      headers: b,
    },
    {
      name: 'create a zone in Set B',
      path: '/v1/zones',
      headers: b,
      body: (number) => ({ siteId: ofZone.id, typeId: zoneType.id, name: `Zone ${number}` }),
      written: ({ id }, number) => ({ id, text: `Zone ${number}` }),
    },
    {
      name: 'update a site in Set B',
      path: '/v1/sites',
      method: 'PATCH',
      headers: b,
      body: (number) => ({ id: ofZone.id, failureThreshold: 1 + (number % 9) }),
    },
    mutation('updateAsset', 'UpdateAssetInput', (number) => ({
      id: asset.id,
      riskLevel: number % 2 ? 'HIGH' : 'LOW',
    })),
    {
      ...mutation('createClient', 'CreateClientInput', (number) => ({
        legalName: `createClient ${number}`,
        idempotencyKey: randomUUID(),
      })),
      written: ofMutation('createClient'),
    },
    { name: 'sign in', path: '/graphql', headers: {}, body: () => login },
  ]
}

const RECORDS = '{ assets(first: 1) { nodes { id zone { type { id } site { id } } } } }'

const recordOf = (mutation: string) =>
  mutation.replace(/^(create|update|record)(.)/, (_all, _verb, letter: string) =>
    letter.toLowerCase(),
  )

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
