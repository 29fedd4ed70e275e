import type { Section } from '../../domain/checklist/checklist-content.js'
import { riskIds } from '../../domain/risk/risk.js'
import { Random } from '../random.js'
import { COMPANY_ID, type CompanyRows, type Rows } from '../rows.js'
import { applyInspections } from './asset-states.js'
import { generateValues, numbered } from './assets.js'
import { assetTypeRow } from './catalogue.js'
import { findingsOfAnswers } from './answer-findings.js'
import { answerChecklist, contentOf } from './checklists.js'
import { after, type Context, DAY_MS, daysAgo, newIdentity, newRow } from './context.js'

type Added =
  | 'Checklist'
  | 'ChecklistVersion'
  | 'AssetType'
  | 'ZoneTypeAssetType'
  | 'Asset'
  | 'Barcode'
  | 'Inspection'
  | 'Finding'

/** The number of ladders at scale 1. */
const LADDERS = 12

/** The probability that a check fails. */
const FAILURES = 0.12

/**
 * The company's rows with its ladders: their type, the checklist before use, and what it found in a year. The rows follow all
 * others and come from a generator of their own, so that the others stay as they are.
 */
export function addLadders(
  shared: Context,
  rows: CompanyRows,
  technicianIds: readonly number[],
): CompanyRows {
  const { company, counts } = shared
  const { ladders, zoneTypes } = company.catalogue
  if (!ladders) return rows
  const random = new Random(`${company.key} ladders`)
  const context = { ...shared, random }
  const { type, zoneTypes: names } = ladders
  const typeIndex = rows.AssetType.length
  const createdAt = daysAgo(context, 1410)
  const assetType = assetTypeRow(context, type, typeIndex, createdAt)
  const version = {
    ...newIdentity(context, typeIndex),
    checklistId: typeIndex + 1,
    number: 1,
    ...contentOf(random, type.checks, type.risk),
    createdAt,
  }
  const typeIds = zoneTypes.flatMap(({ description }, index) =>
    names.includes(description) ? [index + 1] : [],
  )
  const zones = rows.Zone.filter(({ typeId }) => typeIds.includes(typeId))
  const first = rows.Asset.length
  const count = Math.ceil((counts.assets * LADDERS) / 4000)
  const assets = Array.from({ length: count }, (_, index): CompanyRows['Asset'][number] => {
    const zone = random.pick(zones)
    return {
      ...newRow(context, first + index, daysAgo(context, 420)),
      code: numbered('LA-', first + index + 1, 5),
      zoneId: zone.id,
      typeId: assetType.id,
      riskId: riskIds[type.risk],
      defective: false,
      metaData: generateValues(context, type.fields, assetType),
      lastInspection: null,
      dueBasis: null,
      decommissionedAt: null,
      userId: zone.userId,
    }
  })
  const checked = assets
    .flatMap((asset) => checksOf(context, asset, version, type.faults, technicianIds))
    .sort((one, other) => Number(one.inspectedAt) - Number(other.inspectedAt))
    .map((check, index) => ({ ...newIdentity(context, rows.Inspection.length + index), ...check }))
  const types = [...rows.AssetType, assetType]
  const inspected = applyInspections({
    ...rows,
    AssetType: types,
    Asset: assets,
    Inspection: checked,
  })
  const added: Rows<Added> = {
    Checklist: [{ ...newRow(context, typeIndex, createdAt), name: `${type.name}, before use` }],
    ChecklistVersion: [version],
    AssetType: [assetType],
    ZoneTypeAssetType: typeIds.map((zoneTypeId) => ({
      ...{ companyId: COMPANY_ID, zoneTypeId, assetTypeId: assetType.id },
    })),
    ...inspected,
    Barcode: assets.map(({ id, createdAt: at }, index) => ({
      ...newRow(context, first + index, at as Date),
      data: numbered('BC', rows.Barcode.filter(({ prefix }) => prefix).length + index + 1, 8),
      prefix: 'BC',
      assetId: id,
    })),
    Finding: findingsOfAnswers([version], inspected.Inspection).map((finding, index) => ({
      ...newIdentity(context, rows.Finding.length + index),
      ...finding,
    })),
  }
  const all = Object.entries(added).map(([model, more]) => [
    model,
    [...rows[model as Added], ...more],
  ])
  return { ...rows, ...(Object.fromEntries(all) as Rows<Added>) }
}

type Check = Omit<CompanyRows['Inspection'][number], 'id' | 'uuid' | 'companyId'>

/** A check about each month. A ladder that fails is repaired and checked again some days later, unless it failed in the last month. */
function checksOf(
  context: Context,
  asset: CompanyRows['Asset'][number],
  version: { readonly id: number; readonly sections: readonly Section[] },
  faults: readonly string[],
  technicianIds: readonly number[],
): Check[] {
  const { random } = context
  const check = (inspectedAt: Date, fails: boolean): Check => {
    const note = fails ? random.pick(faults) : null
    const visit = { fails, note: note ?? '', answeredAt: inspectedAt }
    const answered = answerChecklist(random, version, visit, null, 0)
    return {
      ...{ assetId: asset.id, jobId: null, inspectorId: random.pick(technicianIds) },
      ...{ outcome: 'passed', ...answered, note, inspectedAt },
      ...{ createdAt: inspectedAt, updatedAt: inspectedAt },
    }
  }
  return Array.from({ length: 12 }, (_, index) => 11 - index).flatMap((month): Check[] => {
    const inspectedAt = daysAgo(context, month * 30 + random.integer(1, 8))
    // In the last month, every sixth ladder fails, so that findings are open.
    const fails = month === 0 ? asset.id % 6 === 0 : random.chance(FAILURES)
    const first = check(inspectedAt, fails)
    const again = after(inspectedAt, random.integer(2, 12) * DAY_MS)
    return first.outcome === 'failed' && month > 0 ? [first, check(again, false)] : [first]
  })
}
