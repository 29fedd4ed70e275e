import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Answered, findInSetA, levelOf, seconds, stamp } from './interfaces.js'
import { maybe, riskLevel, RUNS, stored, text, index } from './arbitraries.js'
import { type AgreementCompany, newAgreementCompany } from './company.js'

let company: AgreementCompany
beforeAll(async () => {
  company = await newAgreementCompany()
})

const READ = `query ($id: ID!) { asset(id: $id) {
  id databaseId code defective status createdAt updatedAt lastInspectedAt nextInspectionDueAt decommissionedAt
  type { id databaseId name } risk { level value databaseId } barcode { databaseId data } customFieldValues { fieldId label value }
  zone { id databaseId name } site { databaseId name client { databaseId legalName } }
} }`
const CREATE = `mutation ($input: CreateAssetInput!) {
  createAsset(input: $input) { asset { id } userErrors { message } }
}`

const wanted = fc.record({
  via: fc.constantFrom('GraphQL', 'Set A', 'Set B'),
  zone: index,
  type: index,
  code: text(50),
  riskLevel,
  barcode: maybe(text(100)),
  value: maybe(text(1000)),
})
type Wanted = typeof wanted extends fc.Arbitrary<infer Value> ? Value : never

/** Creates the asset; its code and barcode start with a unique prefix. */
async function create(input: Wanted, prefix: string): Promise<string> {
  const code = prefix + input.code
  const { interfaces, zones, assetTypes } = company
  const zone = zones[input.zone]
  const type = assetTypes[input.type]
  if (input.via === 'Set A') {
    const meta_data = input.value === undefined ? {} : { [type.fieldId]: input.value }
    const sent = { zone_id: zone.id, asset_type_id: type.id, code, meta_data }
    return (await interfaces.setA('POST', '/api/asset', sent)).source_uuid
  }
  const metaData =
    input.value === undefined ? undefined : [{ id: type.fieldId, value: input.value }]
  const barcode = input.barcode === undefined ? undefined : prefix + input.barcode
  if (input.via === 'Set B') {
    const { riskLevel } = input
    const sent = { zoneId: zone.uuid, assetTypeId: type.uuid, code, riskLevel, barcode, metaData }
    return (await interfaces.setB('POST', '/v1/assets', sent)).id
  }
  const riskLevel = input.riskLevel.toUpperCase()
  const ids = { zoneId: zone.uuid, typeId: type.uuid }
  const { createAsset } = await interfaces.graphQL(CREATE, {
    input: {
      ...ids,
      code,
      riskLevel,
      barcode,
      customFieldValues: metaData?.map(({ id: fieldId, value }) => ({ fieldId, value })),
    },
  })
  expect(createAsset.userErrors).toEqual([])
  return createAsset.asset.id
}

const inSetB = (asset: Answered) => ({
  id: asset.id,
  assetTypeId: asset.type.id,
  zoneId: asset.zone.id,
  barcode: asset.barcode.data,
  code: asset.code,
  riskLevel: levelOf(asset.risk),
  defective: asset.defective,
  createdAt: seconds(asset.createdAt),
  updatedAt: seconds(asset.updatedAt),
  lastInspection: seconds(asset.lastInspectedAt),
  nextInspection: seconds(asset.nextInspectionDueAt),
  decommissionedAt: seconds(asset.decommissionedAt),
  metaData: (asset.customFieldValues as Answered[]).map(({ fieldId: id, ...rest }) => ({
    id,
    ...rest,
  })),
})

const inSetA = (asset: Answered) => ({
  id: asset.databaseId,
  code: asset.code,
  zone_id: asset.zone.databaseId,
  asset_type_id: asset.type.databaseId,
  risk_id: asset.risk?.databaseId ?? null,
  next_inspection: stamp(asset.nextInspectionDueAt),
  current_status: { statusable_id: asset.databaseId, value: asset.status.toLowerCase() },
  barcode: { id: asset.barcode.databaseId, data: asset.barcode.data, asset_id: asset.databaseId },
  risk: asset.risk && { level: levelOf(asset.risk), value: asset.risk.value },
  type: { id: asset.type.databaseId, name: asset.type.name },
  zone: {
    id: asset.zone.databaseId,
    name: asset.zone.name,
    site_id: asset.site.databaseId,
    site: {
      name: asset.site.name,
      client: { id: asset.site.client.databaseId, legal_name: asset.site.client.legalName },
    },
  },
})

it('is the same asset in all interfaces, whichever created it', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(wanted, async (input) => {
      const prefix = `${(count += 1)} `
      const id = await create(input, prefix)
      const { asset } = await company.interfaces.graphQL(READ, { id })
      expect([asset.id, asset.code]).toEqual([id, stored(prefix + input.code)])
      if (input.value !== undefined)
        expect(asset.customFieldValues[0].value).toBe(stored(input.value))
      expect(await company.interfaces.setB('GET', `/v1/assets/${id}`)).toEqual(inSetB(asset))
      const inList = await findInSetA(company.interfaces, '/api/assets', asset.databaseId)
      expect(inList).toMatchObject(inSetA(asset))
    }),
    RUNS,
  )
})
