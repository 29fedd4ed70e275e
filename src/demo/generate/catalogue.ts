import { riskIds } from '../../domain/risk/risk.js'
import { COMPANY_ID, type CompanyRows } from '../rows.js'
import { type Context, daysAgo } from './context.js'

type CatalogueModel =
  'ZoneType' | 'Checklist' | 'ChecklistCheck' | 'AssetType' | 'ZoneTypeAssetType' | 'JobType'

/** The types that the company works with. An asset type and its checklist have the same number. */
export function generateCatalogue(context: Context): Pick<CompanyRows, CatalogueModel> {
  const { random } = context
  const { assetTypes, zoneTypes, jobTypes } = context.plan.catalogue
  const createdAt = daysAgo(context, 1420)
  const common = (index: number) => ({
    id: index + 1,
    uuid: random.uuid(),
    companyId: COMPANY_ID,
    createdAt,
    updatedAt: createdAt,
  })
  const checks = assetTypes.flatMap((type, index) =>
    type.checks.map((question, position) => ({
      checklistId: index + 1,
      position: position + 1,
      question,
    })),
  )
  return {
    Checklist: assetTypes.map(({ name }, index) => ({
      ...common(index),
      name: `${name} checklist`,
    })),
    ChecklistCheck: checks.map((check, index) => ({
      id: index + 1,
      uuid: random.uuid(),
      companyId: COMPANY_ID,
      ...check,
    })),
    AssetType: assetTypes.map((type, index) => ({
      ...common(index),
      name: type.name,
      shortCode: type.shortCode,
      checklistId: index + 1,
      riskId: riskIds[type.risk],
      customFields: type.fields.map(({ sample: _sample, ...field }) => ({
        fieldId: random.uuid(),
        ...field,
        options: [...field.options],
      })),
      enforceChecklistOrder: type.risk === 'Critical',
      inspectionIntervalDays: type.intervalDays,
    })),
    ZoneType: zoneTypes.map(({ description, risk }, index) => ({
      ...common(index),
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
      ...common(index),
      ...jobType,
    })),
  }
}
