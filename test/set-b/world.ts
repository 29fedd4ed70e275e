import { v7 as newUuid } from 'uuid'
import {
  customField,
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newJob,
  newJobType,
  newSite,
  newZone,
  newZoneType,
  type TestCompany,
} from '../support/builders.js'
import { PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { type Asking, PAGE } from './ask.js'

/** A company with one record of each kind, by UUID. */
export interface World {
  readonly company: TestCompany
  readonly clientId: string
  readonly siteId: string
  readonly zoneTypeId: string
  readonly zoneId: string
  readonly assetTypeId: string
  readonly fieldId: string
  readonly assetId: string
  readonly jobTypeId: string
  readonly jobId: string
  readonly adminId: string
  readonly technicianId: string
  readonly username: string
}

export async function newWorld(): Promise<World> {
  const company = await newCompany(testDatabase(), { allowExternalBarcodes: true })
  const client = await newClient(company)
  const site = await newSite(company, { clientId: client.id })
  const zoneType = await newZoneType(company)
  const zone = await newZone(company, { siteId: site.id, typeId: zoneType.id })
  const field = customField()
  const assetType = await newAssetType(company, { customFields: [field], riskId: 3 })
  const asset = await newAsset(company, { zoneId: zone.id, typeId: assetType.id })
  const jobType = await newJobType(company)
  const job = await newJob(company, { siteId: site.id, typeId: jobType.id })
  const userOf = ({ viewer }: TestCompany['admin']) =>
    company.db.prisma.user.findUniqueOrThrow({ where: { id: viewer.userId } })
  const admin = await userOf(company.admin)
  return {
    company,
    clientId: client.uuid,
    siteId: site.uuid,
    zoneTypeId: zoneType.uuid,
    zoneId: zone.uuid,
    assetTypeId: assetType.uuid,
    fieldId: field.fieldId,
    assetId: asset.uuid,
    jobTypeId: jobType.uuid,
    jobId: job.uuid,
    adminId: admin.uuid,
    technicianId: (await userOf(company.technician)).uuid,
    username: admin.email,
  }
}

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
