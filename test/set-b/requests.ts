import { v7 as newUuid } from 'uuid'
import { PASSWORD } from '../support/builders.js'
import { type Asking, PAGE } from './ask.js'
import type { World } from './world.js'

type Request = Pick<Asking, 'query' | 'body'> & { readonly params?: { readonly id: string } }

const read = (id: keyof World) => (world: World) => ({ params: { id: world[id] as string } })
const list = () => ({ query: PAGE })
const listOfSite = ({ siteId }: World) => ({ query: { ...PAGE, id: siteId } })

/** For each operation a request that succeeds in a world. */
export const requests: Readonly<Record<string, (world: World) => Request>> = {
  logIn: ({ username }) => ({ body: { username, password: PASSWORD } }),
  listJobTypes: list,
  createJob: (world) => ({
    body: {
      startAt: 1_900_000_000,
      endAt: 1_900_003_600,
      jobTypeId: world.jobTypeId,
      siteId: world.siteId,
      technicianId: world.technicianId,
      reference: 'R-1',
      requiresSignature: true,
      zoneIds: [world.zoneId],
      instructions: 'Ring twice.',
    },
  }),
  listJobs: listOfSite,
  readJob: read('jobId'),
  readUser: read('adminId'),
  listUsers: list,
  readAsset: read('assetId'),
  listAssets: list,
  updateAsset: ({ assetId, assetTypeId, zoneId }) => ({
    body: { id: assetId, assetTypeId, code: newUuid(), riskLevel: 'high', zoneId },
  }),
  createAsset: ({ assetTypeId, zoneId, fieldId }) => ({
    body: {
      assetTypeId,
      zoneId,
      riskLevel: 'low',
      barcode: newUuid(),
      code: newUuid(),
      metaData: [{ id: fieldId, value: 'Red' }],
    },
  }),
  listAssetTypes: list,
  readAssetType: read('assetTypeId'),
  readSite: read('siteId'),
  listSites: list,
  updateSite: ({ siteId, clientId, adminId }) => ({
    body: {
      id: siteId,
      clientId,
      legalName: 'North Ltd',
      name: 'North',
      registrationNumber: 'R1',
      siteManagerUserId: adminId,
      vatNumber: 'V1',
      failureThreshold: 2,
    },
  }),
  createSite: ({ clientId, adminId }) => ({
    body: {
      address: { city: 'Leith', region: 'Lothian', street: '1 Quay', timezone: 'Europe/London' },
      clientId,
      failureThreshold: 3,
      name: 'South',
      siteManagerUserId: adminId,
      legalName: 'South Ltd',
      registrationNumber: 'R2',
      vatNumber: 'V2',
    },
  }),
  readZoneType: read('zoneTypeId'),
  listZoneTypes: list,
  listZones: listOfSite,
  createZone: ({ siteId, zoneTypeId }) => ({
    body: { name: 'Hall', siteId, typeId: zoneTypeId },
  }),
  readZone: read('zoneId'),
  readClient: read('clientId'),
  listClients: list,
}

/** A request of an operation that succeeds in a world. */
export function requestOf(name: string, path: string, world: World): Asking & { path: string } {
  const { params, ...rest } = requests[name]?.(world) ?? {}
  return { ...rest, path: path.replace('{id}', params?.id ?? newUuid()) }
}
