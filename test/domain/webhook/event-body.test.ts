import { expect, it } from 'vitest'
import { eventBody } from '../../../src/domain/webhook/event-body.js'
import { runMutation } from '../../graphql/mutations/run-mutation.js'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { deliver, newWebhook } from './deliver.js'
import { startReceiver } from './receiver.js'

const content = {
  ...{ type: 'client.updated', at: new Date(0), position: { transactionId: '12', id: 3 } },
  ...{ recordType: 'Client', recordId: 'a', actor: null },
  fieldsChanged: [{ field: 'legalName', before: 'A', after: 'B' }],
}

it('has 20,000 bytes at most, and is truncated above', () => {
  const withText = (text: string) => eventBody({ ...content, data: JSON.stringify(text) })
  const left = 20_000 - Buffer.byteLength(withText(''))
  // Two bytes each.
  const longest = 'ä'.repeat(Math.floor(left / 2)) + 'a'.repeat(left % 2)
  expect(Buffer.byteLength(withText(longest))).toBe(20_000)
  expect(JSON.parse(withText(longest))).toMatchObject({ data: longest })
  expect(JSON.parse(withText(`${longest}a`))).toEqual({
    ...{ type: 'client.updated', timestamp: '1970-01-01T00:00:00.000Z' },
    ...{ cursor: '0000000000000000012-0000000003', record: { type: 'Client', id: 'a' } },
    ...{ truncated: true, fieldsChanged: [{ field: 'legalName' }], actor: null, data: null },
  })
})

it('is truncated if the result of its query is large', async () => {
  const company = await newCompany(testDatabase())
  const { url, received } = await startReceiver()
  const fields = Array.from({ length: 120 }, (_, index) => `name${index}: legalName`)
  const query = `query ($id: ID!) { client(id: $id) { ${fields.join(' ')} } }`
  await newWebhook(company, url, ['client.created'], { query })
  await runMutation(company.admin, 'createClient', { legalName: 'n'.repeat(200) })
  await deliver(() => {
    expect(received).toHaveLength(1)
  })
  const event = JSON.parse(received[0]!.body)
  expect(event).toMatchObject({
    ...{ type: 'client.created', truncated: true, data: null },
    actor: { userId: company.users.admin.uuid },
  })
  expect(event.fieldsChanged).toContainEqual({ field: 'legalName' })
})
