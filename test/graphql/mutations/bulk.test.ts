import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newAssetType,
  newCompany,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { statementsOf } from '../../support/statements.js'
import {
  errorCodesOf,
  inputTypeOf,
  mutationNames,
  recordFieldOf,
  runMutation,
  send,
} from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()
const MAX_ROWS = 250

interface BulkInput {
  readonly rows: readonly object[]
}

const bulk = mutationNames.filter((name) => 'rows' in inputTypeOf(name).getFields())
/** The mutation of one record with the same rules. */
const singular = (name: string) => name.replace(/s$/, '')

const inputFor = async (name: string, company: TestCompany) =>
  (await validInputs[name]?.(company)) as BulkInput

const someCompany = () => newCompany(db, { allowExternalBarcodes: true })

describe.each(bulk)('%s', (name) => {
  it('writes every row and returns the records in order', async () => {
    const company = await someCompany()
    const input = await inputFor(name, company)
    const field = recordFieldOf(name)
    const payload = await runMutation(company.admin, name, input, `${field} { id __typename }`)
    const ids = payload[field].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(input.rows.length)
    const given = input.rows.flatMap((row) => ('id' in row ? [row.id] : []))
    if (given.length > 0) expect(ids).toEqual(given)
  })

  it('accepts no rows, and rejects more than 250', async () => {
    const company = await someCompany()
    const { rows } = await inputFor(name, company)
    expect((await runMutation(company.admin, name, { rows: [] }))[recordFieldOf(name)]).toEqual([])
    const many = Array.from({ length: MAX_ROWS + 1 }, () => rows[0])
    expect(await errorCodesOf(company.admin, name, { rows: many })).toEqual(['TOO_LONG rows'])
  })

  it('rejects all rows of another company, with the errors of each', async () => {
    const [company, other] = [await someCompany(), await someCompany()]
    const { rows } = await inputFor(name, other)
    const codes = await errorCodesOf(company.admin, name, { rows })
    for (const index of rows.keys()) {
      expect(codes).toContainEqual(expect.stringMatching(`^NOT_FOUND rows.${index}.`))
    }
  })

  it('writes nothing if a row is invalid, or only the valid rows with SKIP_FAILED', async () => {
    const company = await someCompany()
    const other = await someCompany()
    const [first, last] = (await inputFor(name, company)).rows
    const [foreign] = (await inputFor(name, other)).rows
    const rows = [first, foreign, last]
    const refused = await errorCodesOf(company.admin, name, { rows })
    expect(refused.every((code) => code.includes(' rows.1.'))).toBe(true)

    const { data } = await send(company.admin, name, { rows, onError: 'SKIP_FAILED' })
    const field = recordFieldOf(name)
    const record = { id: expect.any(String) }
    expect(data[name][field]).toEqual([record, null, record])
    const codes = data[name].userErrors.map(
      (error: { code: string; field: string[] }) => `${error.code} ${error.field.join('.')}`,
    )
    expect(codes).toEqual(refused)
  })

  it('finds the errors that the mutation of one record finds', async () => {
    const [company, other] = [await someCompany(), await someCompany()]
    const [foreign] = (await inputFor(name, other)).rows
    const single = await errorCodesOf(company.admin, singular(name), foreign ?? {})
    expect(await errorCodesOf(company.admin, name, { rows: [foreign] })).toEqual(
      single.map((code) => code.replace(' ', ' rows.0.')),
    )
  })

  it('sends as many statements for many rows as for two', async () => {
    const company = await someCompany()
    const inputs = await Promise.all(Array.from({ length: 6 }, () => inputFor(name, company)))
    const [few, ...others] = inputs
    const count = async (rows: readonly object[]) =>
      (await statementsOf(db, () => runMutation(company.admin, name, { rows }))).length
    await count(few?.rows ?? [])
    const fewer = (await inputFor(name, company)).rows
    expect(await count(others.flatMap(({ rows }) => rows))).toBe(await count(fewer))
  })
})

async function assetRows(company: TestCompany, count: number, shortCode = 'FE') {
  const zoneId = (await newZone(company)).uuid
  const typeId = (await newAssetType(company, { shortCode })).uuid
  return Array.from({ length: count }, () => ({ zoneId, typeId }))
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `FE-${String(index + 1).padStart(5, '0')}`)

describe('createAssets', () => {
  it('generates consecutive codes and barcodes for 250 rows', async () => {
    const company = await someCompany()
    const rows = await assetRows(company, MAX_ROWS)
    const payload = await runMutation(
      company.admin,
      'createAssets',
      { rows },
      'assets { code barcode { data } }',
    )
    expect(payload.assets.map(({ code }: { code: string }) => code)).toEqual(numbered(MAX_ROWS))
    const barcodes = payload.assets.map(
      ({ barcode }: { barcode: { data: string } }) => barcode.data,
    )
    expect([barcodes[0], barcodes.at(-1)]).toEqual(['BC00000001', 'BC00000250'])
  })

  it('generates codes without gaps for ten concurrent calls', async () => {
    const company = await someCompany()
    const rows = await assetRows(company, 25)
    await Promise.all(
      Array.from({ length: 10 }, () => runMutation(company.admin, 'createAssets', { rows })),
    )
    const { companyId } = company
    const assets = await db.prisma.asset.findMany({
      where: { companyId },
      orderBy: { code: 'asc' },
    })
    expect(assets.map(({ code }) => code)).toEqual(numbered(250))
  })

  it('skips generated codes that assets or rows have', async () => {
    const company = await someCompany()
    await newAsset(company, { code: 'FE-00002' })
    const [row] = await assetRows(company, 1)
    const rows = [{ ...row, code: 'FE-00004' }, row, row, row]
    const payload = await runMutation(company.admin, 'createAssets', { rows }, 'assets { code }')
    const codes = payload.assets.map(({ code }: { code: string }) => code)
    expect(new Set(codes).size).toBe(4)
    expect(codes[0]).toBe('FE-00004')
  })

  it('rejects the later of two rows with the same code or barcode', async () => {
    const company = await someCompany()
    const [row] = await assetRows(company, 1)
    const rows = [
      { ...row, code: 'A', barcode: 'X' },
      { ...row, code: 'A' },
      { ...row, barcode: ' X ' },
    ]
    const refused = ['TAKEN rows.1.code', 'TAKEN rows.2.barcode']
    expect(await errorCodesOf(company.admin, 'createAssets', { rows })).toEqual(refused)
  })

  it('lets a row have the code of an earlier row that is skipped', async () => {
    const company = await someCompany()
    const [row] = await assetRows(company, 1)
    const rows = [
      { ...row, code: 'A', barcode: 'x'.repeat(129) },
      { ...row, code: 'A' },
    ]
    const input = { rows, onError: 'SKIP_FAILED' }
    const { data } = await send(company.admin, 'createAssets', input, 'assets { code }')
    expect(data.createAssets.assets).toEqual([null, { code: 'A' }])
  })

  it('costs 100 for each row, and more for what its payload selects', async () => {
    const company = await someCompany()
    const costOf = async (count: number) => {
      const rows = await assetRows(company, count, `T${count}`)
      const { headers } = await send(
        company.admin,
        'createAssets',
        { rows, dryRun: true },
        'assets { id code }',
      )
      return Number(headers.get('x-query-cost'))
    }
    expect((await costOf(11)) - (await costOf(1))).toBe(10 * (100 + 3 + 2))
  })
})
