import { expect, it } from 'vitest'
import { SharedReads } from '../../../src/graphql/live/shared-reads.js'
import { newClient, newCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'

const db = testDatabase()

it('shares the read of streams that continue after the same cursor at the same time, and of no others', async () => {
  const [one, other] = [await newCompany(db), await newCompany(db)]
  const reads = new SharedReads(serviceDatabase())
  const after = { transactionId: '0', id: 0 }
  const read = (companyId: number, id = 0, type: 'Client' | 'Job' = 'Client') =>
    reads.read(companyId, { ...after, id }, [type])
  const first = read(one.companyId)
  expect(read(one.companyId)).toBe(first)
  const others = [read(one.companyId, 1), read(one.companyId, 0, 'Job'), read(other.companyId)]
  for (const each of others) expect(each).not.toBe(first)
  await Promise.all([first, ...others])
  const client = await newClient(one)
  await expect
    .poll(async () => (await read(one.companyId))?.changes.map(({ recordId }) => recordId))
    .toEqual([client.uuid])
})
