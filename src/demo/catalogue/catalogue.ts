import type { CustomField } from '../../domain/asset/custom-field-values.js'
import type { RiskLevel } from '../../domain/risk/risk.js'

/** A custom field before it has an id, and how an asset's value of it is made up. */
export interface CatalogueField extends Omit<CustomField, 'fieldId'> {
  /** `#` stands for a digit, `?` for a year of this decade; absent where there are options. */
  readonly sample?: string
}

export interface CatalogueAssetType {
  readonly name: string
  readonly shortCode: string
  readonly risk: RiskLevel
  readonly intervalDays: number | null
  readonly fields: readonly CatalogueField[]
  readonly checks: readonly string[]
  /** What inspectors note when an asset fails. */
  readonly faults: readonly string[]
}

export interface CatalogueZoneType {
  readonly description: string
  readonly risk: RiskLevel
  readonly names: readonly string[]
  /** Square metres, from and to. */
  readonly size: readonly [number, number]
  /** Short codes of the asset types that are expected there. */
  readonly assetTypes: readonly string[]
}

export interface CatalogueJobType {
  readonly description: string
  readonly passPercentage: number
  readonly active: boolean
  readonly requiresSignature: boolean
  readonly singleInspection: boolean
  readonly instructions: readonly string[]
}

/** What a company inspects, where, and in what kinds of job. */
export interface Catalogue {
  readonly clientKinds: readonly string[]
  readonly siteKinds: readonly string[]
  readonly assetTypes: readonly CatalogueAssetType[]
  readonly zoneTypes: readonly CatalogueZoneType[]
  readonly jobTypes: readonly CatalogueJobType[]
}

const field = (label: string, rest: Partial<CatalogueField>): CatalogueField => ({
  label,
  default: '',
  placeholder: '',
  isRequired: false,
  options: [],
  ...rest,
})

/** A field that holds any text. */
export const text = (label: string, sample: string, placeholder = ''): CatalogueField =>
  field(label, { sample, placeholder })

/** A field that holds one of several values; the first is the default. */
export const choice = (label: string, ...options: string[]): CatalogueField =>
  field(label, { options, default: options[0] ?? '' })

/** The same field, without which an asset is not complete. */
export const required = (optional: CatalogueField): CatalogueField => ({
  ...optional,
  isRequired: true,
})
