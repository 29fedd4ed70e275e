import { canonicalValue } from '../../domain/asset-type/custom-field-kind.js'
import { riskIds } from '../../domain/risk/risk.js'
import type { CatalogueField } from '../catalogue/catalogue.js'
import type { CompanyRows, Rows } from '../rows.js'
import { type Context, after, DAY_MS, daysAgo, fill, cyclicItem, newRow } from './context.js'

type Asset = CompanyRows['Asset'][number]

/** A prefix and a number with leading zeros: the format of generated codes and barcodes. */
export const numbered = (prefix: string, number: number, digits: number) =>
  `${prefix}${String(number).padStart(digits, '0')}`

/** Assets and their barcodes, the oldest first, before any inspection. */
export function generateAssets(
  context: Context,
  zones: CompanyRows['Zone'],
  assetTypes: CompanyRows['AssetType'],
): Rows<'Asset' | 'Barcode'> {
  const { company, random, counts } = context
  const { catalogue } = company
  const assets = Array.from({ length: counts.assets }, (_, index): Asset => {
    // Each zone gets five assets. All other assets are in random zones.
    const zone = index < zones.length * 5 ? cyclicItem(zones, index) : random.pick(zones)
    const shortCode = random.pick(cyclicItem(catalogue.zoneTypes, zone.typeId - 1).assetTypes)
    const typeIndex = catalogue.assetTypes.findIndex((type) => type.shortCode === shortCode)
    const type = cyclicItem(assetTypes, typeIndex)
    const createdAt = daysAgo(context, ageInDays(index / counts.assets))
    const decommissionedAt = decommissioning(context, createdAt)
    return {
      ...newRow(context, index, createdAt),
      code: numbered(`${shortCode}-`, index + 1, 5),
      zoneId: zone.id,
      typeId: type.id,
      riskId: random.chance(0.9) ? (type.riskId ?? null) : random.pick(Object.values(riskIds)),
      defective: false,
      metaData: generateValues(context, cyclicItem(catalogue.assetTypes, typeIndex).fields, type),
      lastInspection: null,
      dueBasis: null,
      decommissionedAt,
      userId: zone.userId,
      updatedAt: decommissionedAt ?? createdAt,
    }
  })
  return { Asset: assets, Barcode: generateBarcodes(context, assets) }
}

/**
 * The oldest six sevenths of the assets are 1095 to 409 days old, so they existed before the first inspection, a year
 * ago.
 */
const ageInDays = (share: number) =>
  share < 6 / 7 ? 1095 - share * 800 : Math.max(1, (1 - share) * 2600)

function decommissioning(context: Context, createdAt: Date): Date | null {
  const { random, now } = context
  const time = daysAgo(context, random.integer(5, 300))
  const isOld = after(now, -370 * DAY_MS) > createdAt
  return random.chance(0.03) && isOld ? time : null
}

/** The values of an asset's custom fields, by field id. */
export function generateValues(
  context: Context,
  fields: readonly CatalogueField[],
  type: CompanyRows['AssetType'][number],
): Record<string, string> {
  const ids = (type.customFields as { fieldId: string }[]).map(({ fieldId }) => fieldId)
  const values = fields.map((field, index) => [cyclicItem(ids, index), valueOf(context, field)])
  return Object.fromEntries(values.filter(([, value]) => value !== '')) as Record<string, string>
}

function valueOf(context: Context, { kind, options, sample, ...field }: CatalogueField): string {
  const { random } = context
  if (kind === 'CHOICE') return random.pick(options)
  if (kind === 'BOOLEAN') return String(random.chance(0.5))
  if (!field.isRequired && random.chance(0.15)) return field.default
  const date = daysAgo(context, random.integer(1200, 3600))
  if (kind === 'DATE') return date.toISOString().slice(0, 10)
  const text = fill(random, sample ?? '')
  return canonicalValue(kind, text) ?? text
}

/** One barcode in ten is external. */
function generateBarcodes(context: Context, assets: Asset[]): CompanyRows['Barcode'] {
  const { company, random } = context
  const external = new Set<string>()
  const newExternal = (): string => {
    const data = fill(random, company.barcodeSample)
    if (external.has(data)) return newExternal()
    external.add(data)
    return data
  }
  let number = 0
  return assets.map(({ id, createdAt }, index) => {
    const own = random.chance(0.9)
    return {
      ...newRow(context, index, createdAt as Date),
      data: own ? numbered('BC', (number += 1), 8) : newExternal(),
      prefix: own ? 'BC' : null,
      assetId: id,
    }
  })
}
