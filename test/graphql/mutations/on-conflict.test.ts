import { expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, tokenOf } from '../../support/graphql.js'
import { inputTypeOf, mutationNames, errorCodesOf, runMutation } from './run-mutation.js'

const db = testDatabase()
const { admin } = await newCompany(db)

const updates = mutationNames.filter((name) => 'onConflict' in inputTypeOf(name).getFields())

async function newClient() {
  const input = { legalName: 'Old', tradingName: 'Old' }
  const { client } = await runMutation(admin, 'createClient', input, 'client { id updatedAt }')
  return client as { id: string; updatedAt: string }
}

async function historyOf(id: string) {
  const query = `{ client(id: "${id}") { history { nodes { action conflict changes { field after } } } } }`
  const authorization = `Bearer ${await tokenOf(admin)}`
  const { data } = await post(query, {}, { authorization })
  return data.client.history.nodes as {
    action: string
    conflict: boolean
    changes: { field: string; after: string }[]
  }[]
}

it('each update of one record has it', () => {
  const isBulk = (name: string) => 'rows' in inputTypeOf(name).getFields()
  const named = mutationNames.filter((name) => name.startsWith('update') && !isBulk(name))
  expect(updates.sort()).toEqual(named.sort())
})

it('rejects an update of another version by default', async () => {
  const client = await newClient()
  await runMutation(admin, 'updateClient', { id: client.id, legalName: 'Theirs' })
  const input = { id: client.id, legalName: 'Ours', expectedUpdatedAt: client.updatedAt }
  const payload = { ...input, onConflict: 'REJECT' }
  for (const each of [input, payload]) {
    const authorization = `Bearer ${await tokenOf(admin)}`
    const query = `mutation ($input: UpdateClientInput!) { updateClient(input: $input) { client { legalName } userErrors { code } } }`
    const { data } = await post(query, { input: each }, { authorization })
    expect(data.updateClient).toEqual({
      client: { legalName: 'Theirs' },
      userErrors: [{ code: 'STALE' }],
    })
  }
})

it.each([undefined, 'key of the update'])(
  'applies it and marks it in the history, with the key %j',
  async (idempotencyKey) => {
    const client = await newClient()
    await runMutation(admin, 'updateClient', {
      id: client.id,
      legalName: 'Theirs',
      tradingName: 'Theirs',
    })
    const input = {
      ...{ id: client.id, legalName: 'Ours', expectedUpdatedAt: client.updatedAt },
      ...{ onConflict: 'APPLY_AND_MARK', idempotencyKey },
    }
    const selection = 'client { legalName tradingName }'
    const payload = await runMutation(admin, 'updateClient', input, selection)
    expect(payload.client).toEqual({ legalName: 'Ours', tradingName: 'Theirs' })
    const [newest, ...others] = await historyOf(client.id)
    expect(newest).toEqual({
      ...{ action: 'UPDATED', conflict: true },
      changes: [{ field: 'legalName', after: 'Ours' }],
    })
    expect(others.map(({ conflict }) => conflict)).toEqual([false, false])
    if (idempotencyKey === undefined) return
    expect((await runMutation(admin, 'updateClient', input, selection)).client).toEqual(
      payload.client,
    )
    expect(await historyOf(client.id)).toHaveLength(3)
  },
)

it('marks nothing if the version is the expected one', async () => {
  const client = await newClient()
  const expected = { expectedUpdatedAt: client.updatedAt, onConflict: 'APPLY_AND_MARK' }
  await runMutation(admin, 'updateClient', { id: client.id, legalName: 'Ours', ...expected })
  expect((await historyOf(client.id)).map(({ conflict }) => conflict)).toEqual([false, false])
})

it('does not apply what is invalid', async () => {
  const client = await newClient()
  await runMutation(admin, 'updateClient', { id: client.id, legalName: 'Theirs' })
  const expected = { expectedUpdatedAt: client.updatedAt, onConflict: 'APPLY_AND_MARK' }
  expect(
    await errorCodesOf(admin, 'updateClient', { id: client.id, legalName: '', ...expected }),
  ).toEqual(['REQUIRED legalName'])
})
