import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { customField, newAssetType } from '../support/builders.js'
import { graph } from '../support/graphql.js'
import { callAs } from './rest.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

/** Trimmed texts of one line, in any script, in the Unicode form that is stored. */
const text = (most: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((value) =>
      value
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '')
        .normalize()
        .trim()
        .slice(0, most),
    )
    .filter((value) => value !== '')

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const clock = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const seconds = (instant: string) => instant.slice(0, 19).replace('T', ' ')

let company: PopulatedCompany
let fields: { fieldId: string }[]
let typeId: number
beforeAll(async () => {
  company = await newPopulatedCompany({ full: true })
  fields = [customField(), customField(), customField()]
  const customFields = fields as ReturnType<typeof customField>[]
  typeId = (await newAssetType(company, { customFields, riskId: 2 })).id
})

const RUNS = { numRuns: 15 }

it('a job that Set A creates is the same in GraphQL', async () => {
  const [call, run] = [callAs(company.admin), graph(company.admin)]
  const job = fc.record({
    reference: fc.option(text(255)),
    special_instructions: fc.option(text(10_000)),
    requires_signature: fc.boolean(),
    start_date: day,
    start_time: clock,
    days: fc.integer({ min: 1, max: 400 }),
    end_time: clock,
  })
  await fc.assert(
    fc.asyncProperty(job, async ({ days, ...given }) => {
      const end = new Date(Date.parse(`${given.start_date}T00:00:00Z`) + days * 86_400_000)
      const { status, body } = await call('POST', '/api/job', {
        body: {
          ...given,
          end_date: end.toISOString().slice(0, 10),
          site_id: company.site.id,
          job_type_id: company.jobType.id,
          technician_id: company.users.technician.id,
        },
      })
      expect([status, body]).toEqual([201, body])
      const { data } = await run(`{ jobs(last: 1) { nodes {
        databaseId number reference specialInstructions requiresSignature allowEarlyClosure totalMinutes
        startsInFuture scheduledStart scheduledEnd createdAt
        site { databaseId name } type { databaseId name } technician { databaseId fullName email }
        createdBy { databaseId } } } }`)
      const [read] = data.jobs.nodes
      expect({
        databaseId: body.id,
        number: body.number,
        reference: body.reference,
        specialInstructions: body.special_instructions,
        requiresSignature: body.requires_signature,
        allowEarlyClosure: body.allow_early_closure,
        totalMinutes: body.total_minutes,
        startsInFuture: body.start_date_is_future,
        scheduledStart: body.start_date,
        scheduledEnd: body.end_date,
        createdAt: body.created_at,
        site: { databaseId: Number(body.site_id), name: body.site.name },
        type: { databaseId: Number(body.job_type_id), name: body.type.description },
        technician: {
          databaseId: Number(body.technician_id),
          fullName: body.technician.full_name,
          email: body.technician.email,
        },
        createdBy: { databaseId: body.user_id },
      }).toEqual({
        ...read,
        scheduledStart: seconds(read.scheduledStart as string),
        scheduledEnd: seconds(read.scheduledEnd as string),
        createdAt: seconds(read.createdAt as string),
      })
      expect([body.reference, body.special_instructions]).toEqual([
        given.reference,
        given.special_instructions,
      ])
    }),
    RUNS,
  )
})

const values = fc.array(fc.option(text(1000)), { minLength: 3, maxLength: 3 })
const valuesByField = (given: readonly (string | null)[]) =>
  Object.fromEntries(fields.map(({ fieldId }, index) => [fieldId, given[index] ?? null]))
const onlySet = (given: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

let count = 0
const uniqueCode = (code: string) => `${code.slice(0, 40)}-${(count += 1)}`

it('an asset that Set A creates is the same in GraphQL', async () => {
  const [call, run] = [callAs(company.admin), graph(company.admin)]
  await fc.assert(
    fc.asyncProperty(text(40), values, async (code, given) => {
      const metaData = valuesByField(given)
      const { status, body } = await call('POST', '/api/asset', {
        body: {
          zone_id: company.zone.id,
          asset_type_id: typeId,
          code: uniqueCode(code),
          meta_data: metaData,
        },
      })
      expect([status, body]).toEqual([201, body])
      const { data } = await run(
        `query ($id: ID!) { asset(id: $id) { databaseId code defective status createdAt
          customFieldValues { fieldId value } zone { databaseId id } type { databaseId name }
          risk { databaseId level value } barcode { databaseId data } } }`,
        { id: body.source_uuid },
      )
      const read = data.asset
      expect(read).toMatchObject({
        databaseId: body.id,
        code: body.code,
        defective: body.is_defective,
        zone: { databaseId: body.zone_id, id: body.zone.source_uuid },
        type: { databaseId: body.asset_type_id, name: body.type.name },
        risk: {
          databaseId: body.risk_id,
          level: body.risk.level.toUpperCase(),
          value: body.risk.value,
        },
        barcode: { databaseId: body.barcode.id, data: body.scanned_code },
      })
      expect(seconds(read.createdAt as string)).toBe(body.created_at)
      expect(body.meta_data).toEqual(onlySet(metaData))
      const pairs = (read.customFieldValues as { fieldId: string; value: string }[]).map(
        ({ fieldId, value }) => [fieldId, value],
      )
      expect(Object.fromEntries(pairs)).toEqual(body.meta_data)
    }),
    RUNS,
  )
})

it('an asset that GraphQL creates is the same in Set A', async () => {
  const [call, run] = [callAs(company.admin), graph(company.admin)]
  const { data: ids } = await run(
    `query ($zone: String!) { zones(filter: {search: $zone}, last: 1) { nodes { id } }
      assetTypes(last: 1) { nodes { id databaseId } } }`,
    { zone: '' },
  )
  expect(ids.assetTypes.nodes[0].databaseId).toBe(typeId)
  const risk = fc.constantFrom('CRITICAL', 'HIGH', 'MEDIUM', 'LOW', null)
  await fc.assert(
    fc.asyncProperty(text(40), values, risk, async (code, given, riskLevel) => {
      const metaData = onlySet(valuesByField(given))
      const { data, errors } = await run(
        `mutation ($input: CreateAssetInput!) { createAsset(input: $input) {
          userErrors { field message } asset { databaseId code status risk { level value databaseId }
          barcode { databaseId data } zone { databaseId name site { databaseId name client { databaseId } } }
          type { databaseId name } } } }`,
        {
          input: {
            zoneId: ids.zones.nodes[0].id,
            typeId: ids.assetTypes.nodes[0].id,
            code: uniqueCode(code),
            ...(riskLevel && { riskLevel }),
            customFieldValues: Object.entries(metaData).map(([fieldId, value]) => ({
              fieldId,
              value,
            })),
          },
        },
      )
      expect([errors, data?.createAsset.userErrors]).toEqual([undefined, []])
      const { asset } = data.createAsset
      const { body } = await call('GET', '/api/assets', {
        query: { search: asset.barcode.data, per_page: '100' },
      })
      const listed = body.data.find(({ id }: { id: number }) => id === asset.databaseId)
      expect(listed).toMatchObject({
        code: asset.code,
        zone_id: asset.zone.databaseId,
        asset_type_id: asset.type.databaseId,
        risk_id: asset.risk.databaseId,
        current_status: { statusable_id: asset.databaseId, value: asset.status.toLowerCase() },
        barcode: { id: asset.barcode.databaseId, data: asset.barcode.data },
        risk: { value: asset.risk.value },
        type: { name: asset.type.name },
        zone: {
          name: asset.zone.name,
          site: {
            id: asset.zone.site.databaseId,
            name: asset.zone.site.name,
            client: { id: asset.zone.site.client.databaseId },
          },
        },
      })
    }),
    RUNS,
  )
})

it('sites, zones and their types that GraphQL creates are the same in Set A', async () => {
  const [call, run] = [callAs(company.admin), graph(company.admin)]
  const { data: clients } = await run('{ clients(first: 1) { nodes { id databaseId legalName } } }')
  const [client] = clients.clients.nodes
  await fc.assert(
    fc.asyncProperty(text(60), text(60), text(60), async (site, zoneType, zone) => {
      const made = await run(
        `mutation ($site: CreateSiteInput!, $type: CreateZoneTypeInput!) {
          createSite(input: $site) { userErrors { message } site { id databaseId } }
          createZoneType(input: $type) { userErrors { message } zoneType { id databaseId } } }`,
        {
          site: { clientId: client.id, name: site, failureThreshold: 1 },
          type: { name: zoneType },
        },
      )
      expect(made.errors).toBeUndefined()
      const siteMade = made.data.createSite.site
      const typeMade = made.data.createZoneType.zoneType
      const { data } = await run(
        `mutation ($input: CreateZoneInput!) { createZone(input: $input) {
          userErrors { message } zone { id databaseId } } }`,
        { input: { siteId: siteMade.id, typeId: typeMade.id, name: zone } },
      )
      const zones = await call('GET', `/api/site/${siteMade.databaseId}/zones`)
      expect(zones.body.data).toMatchObject([
        {
          id: data.createZone.zone.databaseId,
          source_uuid: data.createZone.zone.id,
          name: zone,
          type: { id: typeMade.databaseId, description: zoneType },
        },
      ])
      const sites = await call('GET', '/api/sites', { query: { search: site, per_page: '100' } })
      expect(sites.body.data).toContainEqual(
        expect.objectContaining({
          id: siteMade.databaseId,
          name: site,
          client: expect.objectContaining({ legal_name: client.legalName }) as unknown,
        }),
      )
      const groups = await call('GET', '/api/asset-groups', {
        query: { search: zoneType, per_page: '100' },
      })
      expect(groups.body.data).toContainEqual(
        expect.objectContaining({ id: typeMade.databaseId, description: zoneType, zones_count: 1 }),
      )
    }),
    RUNS,
  )
})
