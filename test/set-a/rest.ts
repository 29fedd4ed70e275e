import type { Domain } from '../../src/domain/domain.js'
import { createDocument } from '../../src/set-a/openapi.js'
import { restClient } from '../support/rest.js'
import { newSession } from '../support/sessions.js'

/** Set A's credentials for a user. */
export async function bearerOf(user: Domain): Promise<{ authorization: string }> {
  const { accessToken } = await newSession(user, 'set_a')
  return { authorization: `Bearer ${accessToken}` }
}

export const { send, callAs } = restClient(createDocument(), bearerOf)
