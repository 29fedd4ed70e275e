import { v7 as newUuid } from 'uuid'
import { PASSWORD } from '../support/builders.js'
import { PAGE } from './rest.js'
import type { RestRequest } from '../support/rest.js'
import type { PopulatedCompany } from '../support/populated-company.js'

type Request = Pick<RestRequest, 'query' | 'body'> & { readonly params?: { readonly id: string } }

/** A request for one record. */
const read =
  (record: (company: PopulatedCompany) => { uuid: string }) => (company: PopulatedCompany) => ({
    params: { id: record(company).uuid },
  })
const list = () => ({ query: PAGE })
const listOfSite = ({ site }: PopulatedCompany) => ({ query: { ...PAGE, id: site.uuid } })

/** For each operation, a request that succeeds. */
export const requests: Readonly<Record<string, (company: PopulatedCompany) => Request>> = {
  logIn: ({ users }) => ({ body: { username: users.admin.email, password: PASSWORD } }),
  listJobTypes: list,
  createJob: (company) => ({
    body: {
      startAt: 1_900_000_000,
      endAt: 1_900_003_600,
      jobTypeId: company.jobType.uuid,
      siteId: company.site.uuid,
      technicianId: company.users.technician.uuid,
      reference: 'R-1',
      requiresSignature: true,
      zoneIds: [company.zone.uuid],
      instructions: 'Ring twice.',
    },
  }),
  listJobs: listOfSite,
  readJob: read(({ job }) => job),
  readUser: read(({ users }) => users.admin),
  listUsers: list,
  readAsset: read(({ asset }) => asset),
  listAssets: list,
  updateAsset: ({ asset, assetType, zone }) => ({
    body: {
      id: asset.uuid,
      assetTypeId: assetType.uuid,
      code: newUuid(),
      riskLevel: 'high',
      zoneId: zone.uuid,
    },
  }),
  createAsset: ({ assetType, zone, field }) => ({
    body: {
      assetTypeId: assetType.uuid,
      zoneId: zone.uuid,
      riskLevel: 'low',
      barcode: newUuid(),
      code: newUuid(),
      metaData: [{ id: field.fieldId, value: 'Red' }],
    },
  }),
  listAssetTypes: list,
  readAssetType: read(({ assetType }) => assetType),
  readSite: read(({ site }) => site),
  listSites: list,
  updateSite: ({ site, client, users }) => ({
    body: {
      id: site.uuid,
      clientId: client.uuid,
      legalName: 'North Ltd',
      name: 'North',
      registrationNumber: 'R1',
      siteManagerUserId: users.admin.uuid,
      vatNumber: 'V1',
      failureThreshold: 2,
    },
  }),
  createSite: ({ client, users }) => ({
    body: {
      address: { city: 'Leith', region: 'Lothian', street: '1 Quay', timezone: 'Europe/London' },
      clientId: client.uuid,
      failureThreshold: 3,
      name: 'South',
      siteManagerUserId: users.admin.uuid,
      legalName: 'South Ltd',
      registrationNumber: 'R2',
      vatNumber: 'V2',
    },
  }),
  readZoneType: read(({ zoneType }) => zoneType),
  listZoneTypes: list,
  listZones: listOfSite,
  createZone: ({ site, zoneType }) => ({
    body: { name: 'Hall', siteId: site.uuid, typeId: zoneType.uuid },
  }),
  readZone: read(({ zone }) => zone),
  readClient: read(({ client }) => client),
  listClients: list,
}

/** A successful request of an operation. */
export function requestOf(
  name: string,
  path: string,
  company: PopulatedCompany,
): RestRequest & { path: string } {
  const { params, ...rest } = requests[name]?.(company) ?? {}
  return { ...rest, path: path.replace('{id}', params?.id ?? newUuid()) }
}
