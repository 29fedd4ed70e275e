import createClient from 'openapi-fetch'
import type { components, paths } from '../generated/set-b.js'

export interface Account {
  readonly apiKey: string
  readonly username: string
  readonly password: string
}

/** A client that uses the generated types only: logs in, lists, creates and updates. */
export async function runClient(baseUrl: string, { apiKey, username, password }: Account) {
  const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': apiKey } })

  const login = await client.POST('/api/authentication/login', { body: { username, password } })
  if (!login.data) throw new Error(login.error.message)
  const headers = { 'x-api-token': login.data.accessToken }

  const query = { pageSize: '10', pageIndex: '0' }
  const zones = await client.GET('/v1/zone-types', { params: { query }, headers })
  const clients = await client.GET('/v1/clients', { params: { query }, headers })
  const users = await client.GET('/v1/users', { params: { query }, headers })
  const owner: components['schemas']['Client'] | undefined = clients.data?.data[0]
  const manager = users.data?.data[0]
  if (!owner || !manager) throw new Error('expected a client and a user')

  const created = await client.POST('/v1/sites', {
    body: {
      address: { city: 'Leith', region: 'Lothian', street: '1 Quay', timezone: 'Europe/London' },
      clientId: owner.id,
      failureThreshold: 2,
      name: 'Generated',
      siteManagerUserId: manager.id,
    },
    headers,
  })
  if (!created.data) throw new Error(created.error.errors?.[0]?.message)

  const updated = await client.PATCH('/v1/sites', {
    body: { id: created.data.id, name: 'Updated', legalName: null },
    headers,
  })
  const refused = await client.PUT('/v1/sites', {
    body: { id: created.data.id, failureThreshold: 0 },
    headers,
  })
  return { login: login.data, zones: zones.data, created: created.data, updated, refused }
}

/** The types reject each of these calls. They never run. */
export async function mistakes(): Promise<unknown> {
  const client = createClient<paths>({ baseUrl: '' })
  // @ts-expect-error -- pageIndex is required
  await client.GET('/v1/sites', { params: { query: { pageSize: '10' } } })
  // @ts-expect-error -- a password is required
  await client.POST('/api/authentication/login', { body: { username: 'x' } })
  // @ts-expect-error -- there is no such operation
  await client.DELETE('/v1/sites')
  // @ts-expect-error -- a site keeps a name
  await client.PATCH('/v1/sites', { body: { id: '', name: null } })
  const { data } = await client.GET('/v1/users/{id}', { params: { path: { id: '' } } })
  // @ts-expect-error -- the single user has no id
  return data?.id
}
