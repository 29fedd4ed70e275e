import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Answered, findInSetA, levelOf, seconds, stamp } from './interfaces.js'
import { maybe, RUNS, stored, text } from './arbitraries.js'
import { type AgreementCompany, newAgreementCompany } from './company.js'

let company: AgreementCompany
beforeAll(async () => {
  company = await newAgreementCompany()
})

const via = fc.constantFrom('GraphQL', 'Set B')

it('is the same site in all interfaces, whichever created it', async () => {
  const READ = `query ($id: ID!) { site(id: $id) {
    id databaseId name legalName registrationNumber vatNumber failing failureThreshold createdAt updatedAt
    zonesCount assetsCount openJobsCount address { street city region timezone }
    client { id databaseId legalName } manager { id } risk { level databaseId }
  } }`
  const CREATE = `mutation ($input: CreateSiteInput!) {
    createSite(input: $input) { site { id } userErrors { message } }
  }`
  const wanted = fc.record({
    via,
    name: text(200),
    legalName: maybe(text(200)),
    registrationNumber: maybe(text(64)),
    vatNumber: maybe(text(64)),
    failureThreshold: fc.integer({ min: 1, max: 2_147_483_647 }),
    address: fc.record({
      street: text(200),
      city: text(200),
      region: text(200),
      timezone: fc.constantFrom('Europe/London', 'UTC', 'America/Sao_Paulo'),
    }),
  })
  await fc.assert(
    fc.asyncProperty(wanted, async ({ via, ...details }) => {
      const { interfaces, client, users } = company
      const input = { ...details, clientId: client.uuid }
      const created =
        via === 'Set B'
          ? await interfaces.setB('POST', '/v1/sites', {
              ...input,
              siteManagerUserId: users.admin.uuid,
            })
          : (await interfaces.graphQL(CREATE, { input: { ...input, managerId: users.admin.uuid } }))
              .createSite.site
      const { site }: Answered = await interfaces.graphQL(READ, { id: created.id })
      const { timezone, ...address } = details.address
      expect(site).toMatchObject({
        name: stored(details.name),
        legalName: stored(details.legalName),
        registrationNumber: stored(details.registrationNumber),
        vatNumber: stored(details.vatNumber),
        failureThreshold: details.failureThreshold,
        address: { timezone, city: stored(address.city), street: stored(address.street) },
      })
      expect(await interfaces.setB('GET', `/v1/sites/${site.id}`)).toEqual({
        id: site.id,
        clientId: site.client.id,
        name: site.name,
        legalName: site.legalName,
        registrationNumber: site.registrationNumber,
        vatNumber: site.vatNumber,
        riskLevel: levelOf(site.risk),
        siteManagerId: site.manager.id,
        failing: site.failing,
        failureThreshold: site.failureThreshold,
        createdAt: seconds(site.createdAt),
        updatedAt: seconds(site.updatedAt),
      })
      expect(await findInSetA(interfaces, '/api/sites', site.databaseId)).toMatchObject({
        name: site.name,
        client_id: site.client.databaseId,
        risk_id: site.risk?.databaseId ?? null,
        zones_count: site.zonesCount,
        assets_count: site.assetsCount,
        open_jobs_count: site.openJobsCount,
        client: { id: site.client.databaseId, legal_name: site.client.legalName },
      })
    }),
    RUNS,
  )
})

it('is the same zone in all interfaces, whichever created it', async () => {
  const READ = `query ($id: ID!) { zone(id: $id) {
    id databaseId name sizeSquareMetres createdAt updatedAt assetsCount site { id databaseId }
    type { id databaseId name risk { level } } createdBy { id databaseId }
  } }`
  const CREATE = `mutation ($input: CreateZoneInput!) {
    createZone(input: $input) { zone { id } userErrors { message } }
  }`
  await fc.assert(
    fc.asyncProperty(fc.record({ via, name: text(200) }), async ({ via, name }) => {
      const { interfaces, site, zoneType } = company
      const input = { name, siteId: site.uuid, typeId: zoneType.uuid }
      const created =
        via === 'Set B'
          ? await interfaces.setB('POST', '/v1/zones', input)
          : (await interfaces.graphQL(CREATE, { input })).createZone.zone
      const { zone }: Answered = await interfaces.graphQL(READ, { id: created.id })
      expect(zone.name).toBe(stored(name))
      expect(await interfaces.setB('GET', `/v1/zones/${zone.id}`)).toEqual({
        id: zone.id,
        name: zone.name,
        siteId: zone.site.id,
        typeId: zone.type.id,
        userId: zone.createdBy.id,
        createdAt: seconds(zone.createdAt),
        updatedAt: seconds(zone.updatedAt),
      })
      const zones = `/api/site/${site.id}/zones`
      expect(await findInSetA(interfaces, zones, zone.databaseId)).toMatchObject({
        source_uuid: zone.id,
        name: zone.name,
        site_id: zone.site.databaseId,
        user_id: zone.createdBy.databaseId,
        created_at: stamp(zone.createdAt),
        updated_at: stamp(zone.updatedAt),
        size: zone.sizeSquareMetres ?? 0,
        type_id: zone.type.databaseId,
        assets_count: zone.assetsCount,
        type: {
          description: zone.type.name,
          risk: { level: levelOf(zone.type.risk) },
        },
      })
    }),
    RUNS,
  )
})

it('is the same user, client, job type, asset type and zone type in GraphQL and Set B', async () => {
  const { interfaces, client, jobType, assetTypes, zoneType, users } = company
  const READ = `query ($client: ID!, $jobType: ID!, $assetType: ID!, $zoneType: ID!, $user: ID!) {
    client(id: $client) { id legalName tradingName registrationNumber vatNumber createdBy { id } createdAt updatedAt }
    jobType(id: $jobType) { id name passPercentage }
    assetType(id: $assetType) { id name risk { level } customFields { fieldId label default placeholder required options } }
    zoneType(id: $zoneType) { id name risk { level } }
    user(id: $user) { firstName lastName email active createdAt updatedAt }
  }`
  const all = await interfaces.graphQL(READ, {
    client: client.uuid,
    jobType: jobType.uuid,
    assetType: assetTypes[0].uuid,
    zoneType: zoneType.uuid,
    user: users.technician.uuid,
  })
  const { createdBy, ...rest } = all.client
  const times = (record: Answered) => ({
    createdAt: seconds(record.createdAt),
    updatedAt: seconds(record.updatedAt),
  })
  const withLevel = ({ risk, ...record }: Answered) => ({ ...record, riskLevel: levelOf(risk) })
  const read = (path: string, { uuid }: { uuid: string }) =>
    interfaces.setB('GET', `${path}/${uuid}`)
  expect(await read('/v1/clients', client)).toEqual({
    ...rest,
    userId: createdBy.id,
    ...times(rest),
  })
  const { customFields, ...assetType } = all.assetType
  expect(await read('/v1/asset-types', assetTypes[0])).toEqual({
    ...withLevel(assetType),
    customFields: (customFields as Answered[]).map(({ required: isRequired, ...field }) => ({
      ...field,
      isRequired,
    })),
  })
  const described = ({ name: description, ...type }: Answered) => ({ ...type, description })
  expect(await read('/v1/zone-types', zoneType)).toEqual(withLevel(described(all.zoneType)))
  const { firstName: name, ...user } = all.user
  expect(await read('/v1/users', users.technician)).toEqual({ name, ...user, ...times(user) })
  const { data } = await interfaces.setB('GET', '/v1/job-types?pageSize=10&pageIndex=0')
  expect(data).toEqual([described(all.jobType)])
})
