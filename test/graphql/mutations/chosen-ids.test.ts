import { v4, v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Domain } from '../../../src/domain/domain.js'
import { newAsset, newCompany, newSite, newUpload } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { tableDigestsOf } from '../../support/table-digests.js'
import { errorCodesOf, runMutation, send } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()
const company = await newCompany(db, { allowExternalBarcodes: true })
const { admin } = company

const inputOf = async (name: string) => ({ ...(await validInputs[name]?.(company)), id: v7() })

/** Runs a creation that must write nothing, and returns its payload. */
async function runAgain(viewer: Domain, name: string, input: object, selection: string) {
  const before = await tableDigestsOf(db, company.companyId)
  const payload = await runMutation(viewer, name, input, selection)
  expect(await tableDigestsOf(db, company.companyId)).toEqual(before)
  return payload
}

describe.each([
  ['createAsset', 'asset', 'removeAsset'],
  ['createJob', 'job', 'removeJob'],
  ['recordInspection', 'inspection', undefined],
])('the id of %s', (name, field, remove) => {
  const selection = `${field} { id databaseId createdAt }`

  it('is that of the record, of version 4 or 7, in lower case', async () => {
    for (const id of [v4(), v7()]) {
      const input = { ...(await inputOf(name)), id: id.toUpperCase() }
      expect((await runMutation(admin, name, input, selection))[field].id).toBe(id)
    }
    for (const id of ['1', 'x', '0190b6a0-0000-1000-8000-000000000000']) {
      expect(await errorCodesOf(admin, name, { ...(await inputOf(name)), id })).toEqual([
        'INVALID id',
      ])
    }
  })

  it('returns the record for the same input, in another order and with nulls', async () => {
    const input = await inputOf(name)
    const first = await runMutation(admin, name, input, selection)
    const other = Object.fromEntries(Object.entries(input).reverse())
    expect(await runAgain(admin, name, { ...other, documentIds: null }, selection)).toEqual(first)
    expect(await runAgain(admin, name, { ...input, dryRun: true }, selection)).toEqual(first)
    const keyed = { ...input, idempotencyKey: v7() }
    expect(await runMutation(admin, name, keyed, selection)).toEqual(first)
  })

  it('is returned for the same input if the payload selects only the id', async () => {
    const input = await inputOf(name)
    const first = await runMutation(admin, name, input, `${field} { id }`)
    expect(await runAgain(admin, name, input, `${field} { id }`)).toEqual(first)
  })

  it('is taken for another input, and for a record that a client did not choose the id of', async () => {
    const input = await inputOf(name)
    await runMutation(admin, name, input, selection)
    const other = { ...(await inputOf(name)), id: input.id }
    expect(await errorCodesOf(admin, name, other)).toEqual(['TAKEN id'])
    for (const { uuid } of [await newAsset(company), await newSite(company)]) {
      expect(await errorCodesOf(admin, name, { ...other, id: uuid })).toEqual(['TAKEN id'])
    }
    const { uuid } = await newAsset(await newCompany(db))
    await runMutation(admin, name, { ...other, id: uuid }, selection)
  })

  it('is reported together with the other errors of the input', async () => {
    const input = {
      ...(await inputOf(name)),
      id: (await newSite(company)).uuid,
      documentIds: [v4()],
    }
    expect((await errorCodesOf(admin, name, input)).sort()).toEqual([
      'NOT_FOUND documentIds.0',
      'TAKEN id',
    ])
  })

  it('is free again after a refused creation', async () => {
    const input = await inputOf(name)
    await errorCodesOf(admin, name, { ...input, documentIds: [v4()] })
    await runMutation(admin, name, input, selection)
  })

  it('is created once by concurrent requests, and returned by the others', async () => {
    const input = await inputOf(name)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => runMutation(admin, name, input, selection)),
    )
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
  })

  it('is created once by concurrent requests with different inputs, and taken for the others', async () => {
    const inputs = await Promise.all(Array.from({ length: 4 }, () => inputOf(name)))
    const id = v7()
    const answers = await Promise.all(
      inputs.map((input) => send(admin, name, { ...input, id }, selection)),
    )
    const codes = answers.map(({ data }) => data[name].userErrors[0]?.code)
    expect(codes.sort()).toEqual(['TAKEN', 'TAKEN', 'TAKEN', undefined])
  })

  it('returns the record with the documents that were attached with it', async () => {
    const { uuid } = await newUpload(company)
    const input = { ...(await inputOf(name)), documentIds: [uuid] }
    const documents = `${field} { id documents { nodes { id } } }`
    const first = await runMutation(admin, name, input, documents)
    expect(first[field].documents.nodes).toEqual([{ id: uuid }])
    expect(await runAgain(admin, name, input, documents)).toEqual(first)
  })

  it.runIf(remove)('of a removed record says that it was removed', async () => {
    const input = await inputOf(name)
    await runMutation(admin, name, input, selection)
    await runMutation(admin, remove ?? '', { id: input.id })
    expect(await errorCodesOf(admin, name, input)).toEqual(['NOT_FOUND id'])
  })
})

it('the creation of an asset returns what others have made of the asset', async () => {
  const input = await inputOf('createAsset')
  await runMutation(admin, 'createAsset', input)
  await runMutation(admin, 'updateAsset', { id: input.id, code: `New ${input.id}` })
  const payload = await runAgain(admin, 'createAsset', input, 'asset { code }')
  expect(payload.asset.code).toBe(`New ${input.id}`)
})

describe.each(['createAssets', 'createJobs', 'recordInspections'])('the ids of %s', (name) => {
  const field = name.replace(/^[a-z]+/, '').toLowerCase()
  const rowsOf = async () => {
    const { rows } = (await validInputs[name]?.(company)) as { rows: object[] }
    return rows.map((row) => ({ ...row, id: v7() }))
  }
  const selection = `${field} { id databaseId }`

  it('are created once, also if only some of them exist', async () => {
    const [[first, second], [third]] = [await rowsOf(), await rowsOf()]
    const before = await runMutation(admin, name, { rows: [first] }, selection)
    const rows = [second, first, third]
    const payload = await runMutation(admin, name, { rows }, selection)
    expect(payload[field].map(({ id }: { id: string }) => id)).toEqual(rows.map((row) => row?.id))
    expect(payload[field][1]).toEqual(before[field][0])
    expect(await runAgain(admin, name, { rows }, selection)).toEqual(payload)
  })

  it('are refused by row, and skipped rows leave their ids free', async () => {
    const [[first, second], [third, other]] = [await rowsOf(), await rowsOf()]
    const { uuid } = await newSite(company)
    const rows = [
      { ...first, id: uuid },
      second,
      { ...third, id: second?.id },
      { ...other, id: 'x' },
    ]
    const codes = ['TAKEN rows.0.id', 'TAKEN rows.2.id', 'INVALID rows.3.id']
    expect(await errorCodesOf(admin, name, { rows })).toEqual(codes)
    const foreign = { ...(await rowsOf())[0], ...(await foreignReference(name)), id: v7() }
    const skipped = { rows: [foreign, second], onError: 'SKIP_FAILED' }
    const { data } = await send(admin, name, skipped, selection)
    expect(data[name][field]).toEqual([null, expect.objectContaining({ id: second?.id })])
    await runMutation(admin, name, { rows: [{ ...third, id: foreign.id }] }, selection)
  })
})

const foreignReference = async (name: string) => {
  const key = { createAssets: 'zoneId', createJobs: 'siteId', recordInspections: 'assetId' }[name]
  return { [key ?? '']: v4() }
}
