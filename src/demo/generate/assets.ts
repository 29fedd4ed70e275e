import { riskIds } from '../../domain/risk/risk.js'
import type { CatalogueAssetType, CatalogueField } from '../catalogue/catalogue.js'
import { COMPANY_ID, type CompanyRows } from '../rows.js'
import { type Context, after, DAY_MS, daysAgo, fill, inTurn } from './context.js'

type Asset = CompanyRows['Asset'][number]
type AssetType = CompanyRows['AssetType'][number]

/** The number behind a prefix, as the company's counters write it. */
const numbered = (prefix: string, number: number, digits: number) =>
  `${prefix}${String(number).padStart(digits, '0')}`

/** Assets and their barcodes, the oldest first; none of them inspected yet. */
export function generateAssets(
  context: Context,
  zones: CompanyRows['Zone'],
  assetTypes: CompanyRows['AssetType'],
): Pick<CompanyRows, 'Asset' | 'Barcode'> {
  const { plan, random, counts } = context
  const { catalogue } = plan
  const assets = Array.from({ length: counts.assets }, (_, index): Asset => {
    // Each zone gets five; the rest falls where it may.
    const zone = index < zones.length * 5 ? inTurn(zones, index) : random.pick(zones)
    const shortCode = random.pick(inTurn(catalogue.zoneTypes, zone.typeId - 1).assetTypes)
    const typeIndex = catalogue.assetTypes.findIndex((type) => type.shortCode === shortCode)
    const type = inTurn(assetTypes, typeIndex)
    const createdAt = daysAgo(context, ageInDays(index / counts.assets))
    const decommissionedAt = decommissioning(context, createdAt)
    return {
      id: index + 1,
      uuid: random.uuid(),
      companyId: COMPANY_ID,
      code: numbered(`${shortCode}-`, index + 1, 5),
      zoneId: zone.id,
      typeId: type.id,
      riskId: random.chance(0.9) ? (type.riskId ?? null) : random.pick(Object.values(riskIds)),
      defective: false,
      metaData: valuesOf(context, inTurn(catalogue.assetTypes, typeIndex), type),
      lastInspection: null,
      nextInspection: null,
      decommissionedAt,
      userId: zone.userId,
      createdAt,
      updatedAt: decommissionedAt ?? createdAt,
    }
  })
  return { Asset: assets, Barcode: generateBarcodes(context, assets) }
}

/** Six assets in seven are older than the year of inspections. */
const ageInDays = (share: number) =>
  share < 6 / 7 ? 1095 - share * 800 : Math.max(1, (1 - share) * 2600)

function decommissioning(context: Context, createdAt: Date): Date | null {
  const { random, now } = context
  const time = daysAgo(context, random.integer(5, 300))
  const isOld = after(now, -370 * DAY_MS) > createdAt
  return random.chance(0.03) && isOld ? time : null
}

/** Values as the type's custom fields want them. */
function valuesOf(
  { random, now }: Context,
  { fields }: CatalogueAssetType,
  type: AssetType,
): Record<string, string> {
  const customFields = type.customFields as { fieldId: string }[]
  const values: Record<string, string> = {}
  fields.forEach((field, index) => {
    const value = valueOf(field)
    if (value === '') return
    values[inTurn(customFields, index).fieldId] = value
  })
  return values

  function valueOf(field: CatalogueField): string {
    if (field.options.length > 0) return random.pick(field.options)
    if (!field.isRequired && random.chance(0.15)) return field.default
    const year = String(now.getUTCFullYear() - random.integer(3, 9))
    return fill(random, (field.sample ?? '').replace('?', year))
  }
}

/** One in ten carries a barcode that was there before the company came. */
function generateBarcodes({ plan, random }: Context, assets: Asset[]): CompanyRows['Barcode'] {
  const external = new Set<string>()
  let number = 0
  return assets.map(({ id, createdAt }) => {
    const own = random.chance(0.9)
    return {
      id,
      uuid: random.uuid(),
      companyId: COMPANY_ID,
      data: own ? numbered('BC', (number += 1), 8) : differentData(),
      prefix: own ? 'BC' : null,
      assetId: id,
      createdAt: createdAt as Date,
      updatedAt: createdAt as Date,
    }
  })

  function differentData(): string {
    const data = fill(random, plan.barcodeSample)
    if (external.has(data)) return differentData()
    external.add(data)
    return data
  }
}
