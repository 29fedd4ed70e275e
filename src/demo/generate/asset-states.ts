import { dueDateMet } from '../../domain/inspection/due-bases.js'
import type { CompanyRows, Rows } from '../rows.js'
import { cyclicItem } from './context.js'

type Inspection = CompanyRows['Inspection'][number]

/** The inspections, oldest first, with the due dates that they met; and the assets with the results of their last ones. */
export function applyInspections(
  rows: Rows<'Asset' | 'AssetType' | 'Zone' | 'Site' | 'Inspection'>,
): Rows<'Asset' | 'Inspection'> {
  const assets = new Map(rows.Asset.map((asset) => [asset.id, asset]))
  const last = new Map<number, Inspection>()
  const Inspection = rows.Inspection.map((inspection): Inspection => {
    const { assetId } = inspection
    const asset = assets.get(assetId)
    const type = cyclicItem(rows.AssetType, (asset?.typeId ?? 1) - 1)
    const inspectedAt = inspection.inspectedAt as Date
    let dueBasis: Date | null = null
    if (asset && type.inspectionSchedule === 'fixed') {
      const zone = cyclicItem(rows.Zone, asset.zoneId - 1)
      const timezone = cyclicItem(rows.Site, zone.siteId - 1).timezone ?? 'UTC'
      const basis = last.get(assetId)?.dueBasis ?? asset.createdAt
      const interval = { months: type.intervalMonths ?? 0, days: type.intervalDays ?? 0 }
      dueBasis = dueDateMet(basis as Date, interval, timezone, inspectedAt)
    }
    const applied = { ...inspection, dueBasis }
    last.set(assetId, applied)
    return applied
  })
  const Asset = rows.Asset.map((asset) => {
    const inspection = last.get(asset.id)
    if (!inspection) return asset
    const lastInspection = inspection.inspectedAt as Date
    return {
      ...asset,
      defective: inspection.outcome === 'failed',
      lastInspection,
      dueBasis: inspection.dueBasis ?? null,
      updatedAt: asset.decommissionedAt ?? lastInspection,
    }
  })
  return { Asset, Inspection }
}
