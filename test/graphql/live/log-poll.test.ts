import { expect, it } from 'vitest'
import { readChanges } from '../../../src/domain/change-feed/read-changes.js'
import { LiveCompany } from '../../../src/graphql/live/live-company.js'
import { LogPoll } from '../../../src/graphql/live/log-poll.js'
import { newClient, newCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'

const db = testDatabase()

it('leaves a company alone whose first stream has joined while the log was read', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const service = serviceDatabase()
  const reader = { db: service.forCaller({ companyId }), companyId }
  const { position } = (await readChanges(reader, undefined))!
  await newClient(company)
  const before = new LiveCompany(companyId, service, position)
  const companies = new Map([[companyId, before]])
  const poll = new LogPoll(service, companies, (error) => {
    throw error
  })
  const reading = poll.next()
  // The last stream ends, and another one begins, which has read further already.
  const further = { ...position, transactionId: String(BigInt(position.transactionId) + 1000000n) }
  const after = new LiveCompany(companyId, service, further)
  companies.set(companyId, after)
  await reading
  expect(after.position).toEqual(further)
  expect(poll.polledAt).toBeGreaterThan(0)
})
