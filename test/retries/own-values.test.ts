import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { newAsset, newCompany, newJob, newSite, type TestCompany } from '../support/builders.js'
import { databaseOfOtherInstance, testDatabase } from '../support/database.js'
import { post, service, startService, tokenOf } from '../support/graphql.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'
import { inputTypeOf, mutationNames, send } from '../graphql/mutations/run-mutation.js'
import { updatedAtOf } from '../graphql/mutations/common-fields.js'
import { validInputs } from '../graphql/mutations/valid-inputs.js'
import { callAs } from '../set-b/rest.js'
import { untilAvailable } from './until-available.js'

const COUNT = 200

const db = testDatabase()
const addresses = [
  service(),
  startService({ SQL_ANSWERS: 'on' }, databaseOfOtherInstance()),
  startService({ SQL_ANSWERS: 'off' }),
]

describe('each of 200 concurrent updates over several instances is answered with its own value', () => {
  let company: TestCompany
  let authorization: string
  beforeAll(async () => {
    company = await newCompany(db)
    authorization = `Bearer ${await tokenOf(company.admin)}`
  })

  /** Updates a record with many values concurrently, and returns the values and those in the responses. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as selected
  async function updateAll(query: string, id: string, read: (data: any) => unknown) {
    const values = Array.from({ length: COUNT }, () => randomUUID())
    const answers = await Promise.all(
      values.map((value, index) =>
        untilAvailable(() =>
          post(query, { id, value }, { authorization }, addresses[index % addresses.length]),
        ),
      ),
    )
    return { values, shown: answers.map(({ data }) => read(data)) }
  }

  it.each([
    ['fields', 'name'],
    ['fields and lists', 'name jobs { totalCount nodes { id } }'],
  ])('in a transaction, with %s', async (_, selection) => {
    const { uuid } = await newSite(company)
    const query = `mutation ($id: ID!, $value: String!) {
      updateSite(input: { id: $id, name: $value }) { site { ${selection} } }
    }`
    const { values, shown } = await updateAll(query, uuid, (data) => data.updateSite.site.name)
    expect(shown).toEqual(values)
  })

  it.each([
    ['fields', 'code'],
    ['fields and lists', 'code inspections { totalCount }'],
  ])('in one statement, with %s', async (_, selection) => {
    const { uuid } = await newAsset(company)
    const query = `mutation ($id: ID!, $value: String!) {
      updateAsset(input: { id: $id, code: $value }) { asset { ${selection} } }
    }`
    const { values, shown } = await updateAll(query, uuid, (data) => data.updateAsset.asset.code)
    expect(shown).toEqual(values)
  })

  it('with an idempotency key', async () => {
    const { uuid } = await newJob(company)
    const query = `mutation ($id: ID!, $value: String!) {
      updateJob(input: { id: $id, reference: $value, idempotencyKey: $value }) { job { reference } }
    }`
    const { values, shown } = await updateAll(query, uuid, (data) => data.updateJob.job.reference)
    expect(shown).toEqual(values)
  })
})

describe('each of 200 concurrent REST updates is answered with its own value', () => {
  let company: PopulatedCompany
  beforeAll(async () => {
    company = await newPopulatedCompany()
  })

  it.each([
    ['assets', 'code', () => company.asset.uuid],
    ['sites', 'name', () => company.site.uuid],
  ])('/v1/%s', async (path, field, idOf) => {
    const call = callAs(company.admin)
    const values = Array.from({ length: COUNT }, () => randomUUID())
    const answers = await Promise.all(
      values.map((value) =>
        untilAvailable(() =>
          call('PATCH', `/v1/${path}`, { body: { id: idOf(), [field]: value } }),
        ),
      ),
    )
    expect(answers.map(({ body }) => body[field])).toEqual(values)
  })
})

describe('expectedUpdatedAt', () => {
  // Those of many rows have `expectedUpdatedAt` in each row: test/graphql/mutations/bulk-updates.test.ts.
  const updates = mutationNames.filter(
    (name) => name.startsWith('update') && !('rows' in inputTypeOf(name).getFields()),
  )
  const selectionOf = (name: string) => {
    const ofUser = ['updateProfile', 'updateNotificationPreferences'].includes(name)
    const record = ofUser ? 'User' : name.slice('update'.length)
    return `${record.charAt(0).toLowerCase()}${record.slice(1)} { id updatedAt }`
  }

  async function newUpdate(name: string) {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    const input = ((await validInputs[name]?.(company)) ?? {}) as { id?: string }
    const run = async (expectedUpdatedAt: string | null) => {
      const update = { ...input, expectedUpdatedAt }
      const { data, errors } = await send(company.admin, name, update, selectionOf(name))
      expect(errors).toBeUndefined()
      const { userErrors, ...records } = data[name]
      return { userErrors, record: Object.values(records)[0] as { id: string; updatedAt: string } }
    }
    return { run, read: () => updatedAtOf(company, name, input) }
  }

  it.each(updates)('that is stale is rejected by %s, with the current record', async (name) => {
    const { run, read } = await newUpdate(name)
    const before = await read()
    const first = await run(before)
    expect(first.userErrors).toEqual([])
    expect(first.record.updatedAt > before).toBe(true)
    const second = await run(before)
    expect(second.userErrors).toEqual([
      { code: 'STALE', field: ['expectedUpdatedAt'], message: expect.any(String) },
    ])
    expect(second.record).toEqual(first.record)
    expect(await read()).toBe(first.record.updatedAt)
    expect((await run(first.record.updatedAt)).userErrors).toEqual([])
    expect((await run(null)).userErrors).toEqual([])
  })

  it.each(updates)('lets one of several concurrent updates win in %s', async (name) => {
    const { run, read } = await newUpdate(name)
    const before = await read()
    const results = await Promise.all(Array.from({ length: 8 }, () => run(before)))
    expect(results.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1)
  })

  it('of two updates in the same millisecond differ', async () => {
    const company = await newCompany(db)
    const { uuid } = await newSite(company)
    const updatedAt = new Date('2099-01-01T00:00:00.000Z')
    const where = { companyId_uuid: { companyId: company.companyId, uuid } }
    const update = () => db.prisma.site.update({ where, data: { updatedAt } })
    const times = [await update(), await update()].map((site) => site.updatedAt.toISOString())
    expect(times).toEqual(['2099-01-01T00:00:00.000Z', '2099-01-01T00:00:00.001Z'])
  })
})
