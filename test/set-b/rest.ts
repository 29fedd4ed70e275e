import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import type { Domain } from '../../src/domain/domain.js'
import { createDocument } from '../../src/set-b/openapi.js'
import { type Headers, restClient } from '../support/rest.js'
import { newSession } from '../support/sessions.js'

/** A new API key of the admin's company. */
export async function newKey(admin: Domain): Promise<string> {
  const { key } = await createApiKey(admin, { name: 'Test' })
  return key
}

/** A new access token of this set for a user. */
export async function newToken(user: Domain): Promise<string> {
  const { accessToken } = await newSession(user, 'set_b')
  return accessToken
}

/** Set B's credentials for a user: an API key and an access token. */
export async function pairOf(user: Domain): Promise<Headers> {
  const admin: Domain = { ...user, viewer: { ...user.viewer, role: 'admin' } }
  return { 'x-api-key': await newKey(admin), 'x-api-token': await newToken(user) }
}

export const { send, callAs } = restClient(createDocument(), pairOf)

export const PAGE = { pageSize: '10', pageIndex: '0' }
