import { customField, newAssetType, newZone } from '../../support/builders.js'
import { newPopulatedCompany } from '../../support/populated-company.js'
import { interfacesOf } from './interfaces.js'

/** The UTC offset of the site's time zone, which has no daylight saving time. */
export const HOURS_EAST = 9

/** A company with the records that new ones reference, and its three interfaces. */
export async function newAgreementCompany() {
  const company = await newPopulatedCompany({
    full: true,
    site: { timezone: 'Asia/Tokyo' },
  })
  const { site, zone, zoneType } = company
  const zones = [zone, await newZone(company, { siteId: site.id, typeId: zoneType.id })] as const
  const typeOf = async (riskId: number | null, defaultValue: string) => {
    const field = customField({ default: defaultValue })
    const { id, uuid } = await newAssetType(company, { riskId, customFields: [field] })
    return { id, uuid, fieldId: field.fieldId }
  }
  const assetTypes = [await typeOf(1, 'Standard'), await typeOf(null, '')] as const
  return { ...company, interfaces: interfacesOf(company), zones, assetTypes }
}

export type AgreementCompany = Awaited<ReturnType<typeof newAgreementCompany>>
