import type { CustomField } from '../../domain/asset/custom-field-values.js'
import type { RiskLevel } from '../../domain/risk/risk.js'
import { words } from '../words.js'

/** What a company inspects, where, and in which types of job. */
export interface Catalogue {
  readonly clientKinds: readonly string[]
  readonly siteKinds: readonly string[]
  readonly assetTypes: readonly CatalogueAssetType[]
  readonly zoneTypes: readonly CatalogueZoneType[]
  readonly jobTypes: readonly CatalogueJobType[]
}

export type CatalogueAssetType = ReturnType<typeof assetType>
export type CatalogueZoneType = ReturnType<typeof zoneType>
export type CatalogueJobType = ReturnType<typeof jobType>

/** An asset type: `checks` are the questions of its checklist, `faults` the notes of failed inspections. */
export const assetType = (
  name: string,
  shortCode: string,
  risk: RiskLevel,
  /** Days from an inspection to the next; null if none is due. */
  intervalDays: number | null,
  rest: { fields: CatalogueField[]; checks: string[]; faults: string[] },
) => ({ name, shortCode, risk, intervalDays, ...rest })

/** A zone type: `assetTypes` are the short codes of the asset types in such zones, `names` the names of such zones. */
export const zoneType = (
  description: string,
  risk: RiskLevel,
  /** The smallest and the largest floor area, in square metres. */
  size: readonly [number, number],
  { assetTypes, names }: { assetTypes: string; names: string },
) => ({ description, risk, size, assetTypes: words(assetTypes), names: words(names) })

/** A job type: active, without a signature, and for many inspections, unless `rest` says otherwise. */
export const jobType = (
  description: string,
  passPercentage: number,
  rest: { instructions: string[] } & Partial<Record<JobTypeFlag, boolean>>,
) => ({
  description,
  passPercentage,
  active: true,
  requiresSignature: false,
  singleInspection: false,
  ...rest,
})
type JobTypeFlag = 'active' | 'requiresSignature' | 'singleInspection'

/** A custom field without its id, and a pattern for its values. */
export interface CatalogueField extends Omit<CustomField, 'fieldId'> {
  /** `#` stands for a digit, `?` for a year of the last decade. Undefined if the field has options. */
  readonly sample?: string
}

const FREE_TEXT = { default: '', placeholder: '', isRequired: false, options: [] }

/** A field with free text. */
export const text = (label: string, sample: string, placeholder = ''): CatalogueField => ({
  ...FREE_TEXT,
  label,
  sample,
  placeholder,
})

/** A field with one of several values. The first is the default. */
export const choice = (label: string, ...options: [string, ...string[]]): CatalogueField => ({
  ...FREE_TEXT,
  label,
  options,
  default: options[0],
})

/** The same field, but required. */
export const required = (field: CatalogueField): CatalogueField => ({ ...field, isRequired: true })
