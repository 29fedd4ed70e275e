import { expect, it } from 'vitest'
import { RequestCredentials } from '../../src/request/credentials.js'
import { KnownSessions } from '../../src/request/known-sessions.js'
import { newCompany } from '../support/builders.js'
import { serviceDatabase, testDatabase } from '../support/database.js'
import { newSession } from '../support/sessions.js'

it('does not remember the position of a session: later writes are not up to it', async () => {
  const { technician } = await newCompany(testDatabase())
  const { accessToken } = await newSession(technician, 'graphql')
  const credentials = new RequestCredentials(accessToken, undefined)
  const given = { tokenHash: credentials.tokenHash!, audiences: ['graphql'] as const }
  const db = Object.create(serviceDatabase(), { hasReplicas: { value: true } })
  const known = new KnownSessions(1)
  const session = await known.authenticate(db, credentials, given)
  expect(session?.position).toBeTypeOf('bigint')
  expect(known.get(credentials)).toEqual({ ...session, position: undefined })
})
