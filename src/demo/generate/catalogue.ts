import { riskIds } from '../../domain/risk/risk.js'
import { contentOf } from './checklists.js'
import { Random } from '../random.js'
import { COMPANY_ID, type CompanyRows, type Rows } from '../rows.js'
import type { Catalogue } from '../catalogue/catalogue.js'
import { type Context, daysAgo, newIdentity, newRow } from './context.js'

type CatalogueModel =
  'ZoneType' | 'Checklist' | 'ChecklistVersion' | 'AssetType' | 'ZoneTypeAssetType' | 'JobType'

/**
 * The number of questions that a checklist had before it got more. Their ids were drawn from the generator of all data. As many
 * are still drawn, so that the data is the same as before.
 */
const EARLIER_CHECKS: Readonly<Record<string, number>> = { FE: 4, EL: 2 }

/** The rows of the company's catalogue. An asset type and its checklist have the same id. */
export function generateCatalogue(context: Context): Rows<CatalogueModel> {
  const { random } = context
  const { assetTypes, zoneTypes, jobTypes } = context.company.catalogue
  const createdAt = daysAgo(context, 1420)
  // A generator of its own, so that a new question changes no other data.
  const own = { ...context, random: new Random(`${context.company.key} checklists`) }
  return {
    Checklist: assetTypes.map(({ name }, index) => ({
      ...newRow(context, index, createdAt),
      name: `${name} checklist`,
    })),
    ChecklistVersion: assetTypes.map(({ shortCode, checks, risk }, index) => {
      for (let drawn = 0; drawn < (EARLIER_CHECKS[shortCode] ?? checks.length); drawn += 1)
        random.uuid()
      return {
        ...newIdentity(own, index),
        checklistId: index + 1,
        number: 1,
        ...contentOf(own.random, checks, risk),
        createdAt,
      }
    }),
    AssetType: assetTypes.map((type, index) => assetTypeRow(context, type, index, createdAt)),
    ZoneType: zoneTypes.map(({ description, risk }, index) => ({
      ...newRow(context, index, createdAt),
      description,
      riskId: riskIds[risk],
    })),
    ZoneTypeAssetType: zoneTypes.flatMap((zoneType, index) =>
      zoneType.assetTypes.map((shortCode) => ({
        companyId: COMPANY_ID,
        zoneTypeId: index + 1,
        assetTypeId: assetTypes.findIndex((type) => type.shortCode === shortCode) + 1,
      })),
    ),
    JobType: jobTypes.map(({ instructions: _instructions, ...jobType }, index) => ({
      ...newRow(context, index, createdAt),
      ...jobType,
    })),
  }
}

/** An asset type, whose checklist has the same id. */
export const assetTypeRow = (
  context: Context,
  type: Catalogue['assetTypes'][number],
  index: number,
  createdAt: Date,
): CompanyRows['AssetType'][number] => ({
  ...newRow(context, index, createdAt),
  name: type.name,
  shortCode: type.shortCode,
  checklistId: index + 1,
  riskId: riskIds[type.risk],
  customFields: type.fields.map(({ sample: _sample, ...field }) => ({
    fieldId: context.random.uuid(),
    ...field,
    options: [...field.options],
  })),
  enforceChecklistOrder: type.risk === 'Critical',
  intervalMonths: type.interval?.months || null,
  intervalDays: type.interval?.days || null,
  inspectionSchedule: type.schedule ?? 'floating',
})
