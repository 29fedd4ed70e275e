import { describe, expect, it } from 'vitest'
import { newAsset, newAssetType, newCompany, newZone } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { newFailingInspection } from '../../support/failing-inspection.js'
import { post, tokenOf } from '../../support/graphql.js'
import { rowCountsOf, tableDigestsOf } from '../../support/table-digests.js'
import {
  errorCodesOf,
  inputTypeOf,
  mutationNames,
  onCredentials,
  runMutation,
  tokenFor,
} from './run-mutation.js'
import { newCompanyAndInput } from './valid-inputs.js'

const db = testDatabase()

const hasDryRun = (name: string) => 'dryRun' in inputTypeOf(name).getFields()
const mutations = mutationNames.filter(hasDryRun)

/** Without what differs each time: UUIDs, ids of a sequence, API keys, secrets of webhooks. */
const comparable = (payload: unknown): unknown =>
  JSON.parse(
    JSON.stringify(payload, (name, value: unknown) =>
      ['id', 'databaseId', 'key', 'secret'].includes(name) ? typeof value : value,
    ),
  )

/** Without the times of the write, and those that follow from them. */
const withoutTimes = (payload: unknown): unknown =>
  JSON.parse(
    JSON.stringify(payload, (name, value: unknown) =>
      typeof value === 'string' && /At$/.test(name) ? value.slice(0, 10) : value,
    ),
  )

it('every mutation has a dry run, except those on credentials', () => {
  expect(mutationNames.filter((name) => !hasDryRun(name)).sort()).toEqual(onCredentials)
})

describe('a dry run', () => {
  it.each(mutations)('of %s has the payload of the write, and writes nothing', async (name) => {
    const { company, input } = await newCompanyAndInput(db, name)
    const before = await tableDigestsOf(db, company.companyId)
    const dry = await runMutation(company.admin, name, { ...input, dryRun: true })
    expect(await digestsWithoutSessions(company.companyId)).toEqual(withoutSessions(before))
    const real = await runMutation(company.admin, name, input)
    expect(comparable(dry)).toEqual(comparable(real))
    expect(await digestsWithoutSessions(company.companyId)).not.toEqual(withoutSessions(before))
  })

  // Every user may update their own profile, and their own mails.
  const ofEveryone = ['updateProfile', 'updateNotificationPreferences']
  const refusable = mutations.filter((name) => !ofEveryone.includes(name))
  it.each(refusable)('of %s is refused with the same errors', async (name) => {
    const { input } = await newCompanyAndInput(db, name)
    const other = await newCompany(db)
    const refusal = await errorCodesOf(other.technician, name, input)
    expect(await errorCodesOf(other.technician, name, { ...input, dryRun: true })).toEqual(refusal)
  })

  it('returns the code and the barcode that the asset would get', async () => {
    const company = await newCompany(db)
    const input = {
      zoneId: (await newZone(company)).uuid,
      typeId: (await newAssetType(company)).uuid,
    }
    const selection =
      'asset { code barcode { data } zone { assets { totalCount nodes { code } } } }'
    const dry = await runMutation(
      company.admin,
      'createAsset',
      { ...input, dryRun: true },
      selection,
    )
    expect(dry.asset.zone.assets).toEqual({ totalCount: 1, nodes: [{ code: dry.asset.code }] })
    expect(await runMutation(company.admin, 'createAsset', input, selection)).toEqual(dry)
  })

  it.each([
    ['recordInspection', (input: object) => input, 'inspection'],
    ['recordInspections', (input: object) => ({ rows: [input] }), 'inspections'],
  ])('of %s shows the findings that its answers open and resolve', async (name, inputOf, field) => {
    const company = await newCompany(db)
    const { input, finding, photo, label } = await newFailingInspection(company)
    const selection = `${field} {
      outcome score inspectedAt answers { value note fails } documents { nodes { id questionId } } job { status }
      findings { nodes { title note severity status openedAt dueAt inspection { outcome } createdBy { email } } }
      asset { status lastInspectedAt nextInspectionDueAt openFindingsCount site { failing }
        findings(orderBy: [{ field: CREATED_AT, direction: ASC }]) { nodes { title status resolution resolvedByInspection { outcome } } } } }`
    const run = async (options = {}) => {
      const sent = { ...inputOf(input), ...options }
      const { [field]: shown } = await runMutation(company.technician, name, sent, selection)
      return [shown].flat()[0]
    }
    await tokenFor(company.technician)
    const digests = await tableDigestsOf(db, company.companyId)
    const counts = await rowCountsOf(db, company.companyId)
    const dry = await run({ dryRun: true })
    expect(await rowCountsOf(db, company.companyId)).toEqual(counts)
    expect(await tableDigestsOf(db, company.companyId)).toEqual(digests)
    const opened = { title: 'Is the seal intact?', severity: 'HIGH', status: 'OPEN' }
    const inspection = { outcome: 'FAILED' }
    expect(dry).toMatchObject({
      ...inspection,
      score: 50,
      answers: [{ fails: true }, { fails: false }, { fails: false }],
      documents: { nodes: [{ id: photo.uuid, questionId: label }] },
      job: { status: 'COMPLETED' },
      findings: { nodes: [{ ...opened, note: 'It is torn.', inspection }] },
      asset: {
        ...{ status: 'DEFECTIVE', openFindingsCount: 1, site: { failing: true } },
        findings: {
          nodes: [
            { title: finding.title, status: 'RESOLVED', resolvedByInspection: inspection },
            { title: opened.title, status: 'OPEN', resolvedByInspection: null },
          ],
        },
      },
    })
    expect(withoutTimes(await run())).toEqual(withoutTimes(dry))
    expect(await db.prisma.finding.count({ where: { assetId: finding.assetId } })).toBe(2)
  })

  it('is rolled back before the next mutation of the operation', async () => {
    const company = await newCompany(db)
    const { uuid } = await newAsset(company)
    const headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
    const document = `mutation ($id: ID!) {
      dry: removeAsset(input: { id: $id, dryRun: true }) { asset { removedAt zone { assets { totalCount } } } }
      real: updateAsset(input: { id: $id, code: "A-1" }) { asset { removedAt code } userErrors { code } }
      dryAgain: updateAsset(input: { id: $id, code: "A-2", dryRun: true }) { asset { code } }
    }`
    const { data, errors } = await post(document, { id: uuid }, headers)
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      dry: { asset: { removedAt: expect.any(String), zone: { assets: { totalCount: 0 } } } },
      real: { asset: { removedAt: null, code: 'A-1' }, userErrors: [] },
      dryAgain: { asset: { code: 'A-2' } },
    })
    expect((await db.prisma.asset.findFirstOrThrow({ where: { uuid } })).code).toBe('A-1')
  })

  it('ignores its idempotency key', async () => {
    const company = await newCompany(db)
    const input = { legalName: 'Acme Limited', idempotencyKey: 'one' }
    await runMutation(company.admin, 'createClient', { ...input, dryRun: true })
    await runMutation(company.admin, 'createClient', input)
    await runMutation(company.admin, 'createClient', input)
    expect(await db.prisma.client.count({ where: { companyId: company.companyId } })).toBe(1)
  })
})

type Digests = Awaited<ReturnType<typeof tableDigestsOf>>

/** Signing in writes a session, its tokens and audit entries. */
const SESSION_TABLES = ['session', 'access_token', 'refresh_token', 'audit_entry']
const withoutSessions = (digests: Digests) =>
  digests.filter(({ table }) => !SESSION_TABLES.includes(table))
const digestsWithoutSessions = async (companyId: number) =>
  withoutSessions(await tableDigestsOf(db, companyId))
