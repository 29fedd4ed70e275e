import fc from 'fast-check'
import {
  customField,
  newAssetType,
  newClient,
  newCompany,
  newJobType,
  newSite,
  newZone,
  newZoneType,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { facesOf, type Ref } from './faces.js'

/** Hours east of UTC of the place's site, which knows no daylight saving time. */
export const HOURS_EAST = 9

/** Where new records go: a company that the three faces serve, with what its records refer to. */
export async function newPlaces() {
  const company = await newCompany(testDatabase(), { allowExternalBarcodes: true })
  const client = await newClient(company)
  const site = await newSite(company, { clientId: client.id, timezone: 'Asia/Tokyo' })
  const zoneType = await newZoneType(company, { riskId: 2 })
  const typeId = zoneType.id
  const zones = [
    await newZone(company, { siteId: site.id, typeId }),
    await newZone(company, { siteId: site.id, typeId }),
  ] as const
  const typeOf = async (riskId: number | null, standIn: string) => {
    const field = customField({ default: standIn })
    const { id, uuid } = await newAssetType(company, { riskId, customFields: [field] })
    return { id, uuid, fieldId: field.fieldId }
  }
  const assetTypes = [await typeOf(1, 'Standard'), await typeOf(null, '')] as const
  const jobType = await newJobType(company)
  const user = (id: number): Promise<Ref> =>
    company.db.prisma.user.findUniqueOrThrow({ where: { id } })
  const technician = await user(company.technician.viewer.userId)
  const admin = await user(company.admin.viewer.userId)
  const faces = facesOf(company)
  return { company, faces, client, site, zoneType, zones, assetTypes, jobType, technician, admin }
}

export type Places = Awaited<ReturnType<typeof newPlaces>>

/** How many records each property makes. */
export const RUNS = { numRuns: 20 }

/** Texts that say something, in any script; there is one bound for characters and one for their parts. */
export const text = (most: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: most })
    .filter((value) => value.trim() !== '' && value.length <= most)
    .filter((value) => !/[\0\p{Surrogate}]/u.test(value))

export const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

/** What is stored of a text that may not be given. */
export const stored = (value: string | undefined) => value?.trim() ?? null

export const riskLevel = fc.constantFrom('Critical', 'High', 'Medium', 'Low')

/** Which of two. */
export const which = fc.constantFrom<0 | 1>(0, 1)
