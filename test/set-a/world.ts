import { randomUUID } from 'node:crypto'
import { v7 as newUuid } from 'uuid'
import { hashSecret } from '../../src/domain/credential/secret.js'
import {
  customField,
  newAsset,
  newAssetType,
  newChecklist,
  newClient,
  newCompany,
  newDocument,
  newJobType,
  newSite,
  newUser,
  newZone,
  newZoneType,
  PASSWORD,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'

/** A company with one record of each kind, by integer id, and an OAuth client. */
export interface World {
  readonly company: TestCompany
  readonly clientId: number
  readonly siteId: number
  readonly zoneTypeId: number
  readonly zoneId: number
  readonly assetTypeId: number
  readonly checklistId: number
  readonly fieldId: string
  readonly assetId: number
  readonly jobTypeId: number
  readonly technicianId: number
  readonly username: string
  readonly oauthClient: OauthClient
}

export interface OauthClient {
  readonly client_id: string
  readonly client_secret: string
}

/** A world in which as much as can be is set (`full`), or as little as may be. */
export async function newWorld({ full = false } = {}): Promise<World> {
  const db = testDatabase()
  const company = await newCompany(db, full ? { logo: 'logos/acme.png', vatNumber: 'GB1' } : {})
  const logo = full ? { logo: 'logos/one.png', riskId: 2 } : {}
  const client = await newClient(company, full ? { logo: 'https://example.com/logo.png' } : {})
  const site = await newSite(company, { clientId: client.id, ...logo })
  const zoneType = await newZoneType(company, full ? { riskId: 1 } : {})
  const zone = await newZone(company, { siteId: site.id, typeId: zoneType.id, size: 40 })
  const checklist = await newChecklist(company)
  const field = customField()
  const assetType = await newAssetType(company, {
    customFields: [field],
    ...(full && { riskId: 3, checklistId: checklist.id }),
  })
  if (full) await linkTypes(company, zoneType.id, assetType.id)
  const asset = await newAsset(company, {
    zoneId: zone.id,
    typeId: assetType.id,
    ...(full && { riskId: 4, nextInspection: new Date('2040-01-01T10:00:00Z') }),
  })
  if (full) await newDocument(company, { assetId: asset.id })
  const { id: jobTypeId } = await newJobType(company)
  const technicianId = await newTechnician(company, full)
  const admin = await db.prisma.user.findUniqueOrThrow({
    where: { id: company.admin.viewer.userId },
  })
  return {
    company,
    clientId: client.id,
    siteId: site.id,
    zoneTypeId: zoneType.id,
    zoneId: zone.id,
    assetTypeId: assetType.id,
    checklistId: checklist.id,
    fieldId: field.fieldId,
    assetId: asset.id,
    jobTypeId,
    technicianId,
    username: admin.email,
    oauthClient: await newOauthClient(),
  }
}

async function newTechnician(company: TestCompany, full: boolean): Promise<number> {
  const { id } = await newUser(company, full ? { phoneNumber: '07700900123' } : {})
  if (full) {
    await company.db.prisma.profile.update({
      where: { companyId_userId: { companyId: company.companyId, userId: id } },
      data: { mobile: '07400 123456', dialingCode: 'GB', picture: 'faces/1.png', position: 'Lead' },
    })
  }
  return id
}

/** Says that assets of a type are expected in zones of a type. */
export const linkTypes = (
  { db, companyId }: TestCompany,
  zoneTypeId: number,
  assetTypeId: number,
) => db.prisma.zoneTypeAssetType.create({ data: { companyId, zoneTypeId, assetTypeId } })

/** An OAuth client, which no company owns. */
export async function newOauthClient(): Promise<OauthClient> {
  const id = randomUUID()
  const secret = `secret-${newUuid()}`
  await testDatabase().prisma.oauthClient.create({
    data: { id, name: 'Test', secretHash: new Uint8Array(hashSecret(secret)) },
  })
  return { client_id: id, client_secret: secret }
}

/** The body of a request for a token with a password. */
export const passwordGrant = ({ oauthClient, username }: World) => ({
  grant_type: 'password',
  ...oauthClient,
  username,
  password: PASSWORD,
})
