import type { CustomField } from '../../domain/asset/custom-field-values.js'
import type { InspectionSchedule } from '../../db/generated/prisma/enums.js'
import { parseInterval } from '../../domain/asset-type/interval.js'
import type { RiskLevel } from '../../domain/risk/risk.js'
import type { DemoQuestion } from './questions.js'
import { words } from '../words.js'

/** What a demo company has: types of assets, zones and jobs, and words in the names of its clients and sites. */
export interface Catalogue {
  readonly clientKinds: readonly string[]
  readonly siteKinds: readonly string[]
  readonly assetTypes: readonly ReturnType<typeof assetType>[]
  readonly zoneTypes: readonly ReturnType<typeof zoneType>[]
  /** A type whose assets are generated after all others, and the descriptions of the zone types that have them. */
  readonly ladders?: {
    readonly type: ReturnType<typeof assetType>
    readonly zoneTypes: readonly string[]
  }
  readonly jobTypes: readonly ReturnType<typeof jobType>[]
}

/** An asset type: `checks` are the questions of its checklist, `faults` the notes of failed inspections. */
export const assetType = (
  name: string,
  shortCode: string,
  risk: RiskLevel,
  /** The time from an inspection to the next, as an ISO 8601 duration; null if none is due. */
  interval: string | null,
  rest: {
    fields: CatalogueField[]
    checks: readonly DemoQuestion[]
    faults: string[]
    schedule?: InspectionSchedule
  },
) => ({
  ...{ name, shortCode, risk },
  interval: interval === null ? undefined : parseInterval(interval),
  ...rest,
})

/** A zone type: `assetTypes` are the short codes of the types of its assets, `names` the names of its zones. */
export const zoneType = (
  description: string,
  risk: RiskLevel,
  /** The smallest and the largest floor area, in square metres. */
  size: readonly [number, number],
  { assetTypes, names }: { assetTypes: string; names: string },
) => ({ description, risk, size, assetTypes: words(assetTypes), names: words(names) })

const JOB_TYPE_DEFAULTS = { active: true, requiresSignature: false, singleInspection: false }

export const jobType = (
  description: string,
  passPercentage: number,
  rest: Partial<typeof JOB_TYPE_DEFAULTS> & { instructions: string[] },
) => ({ ...JOB_TYPE_DEFAULTS, description, passPercentage, ...rest })

/** A custom field without its id, and the pattern of its generated values. */
export interface CatalogueField extends Omit<CustomField, 'fieldId'> {
  /** `#` becomes a digit. Only texts and numbers have one. */
  readonly sample?: string
}

type Given = Pick<CatalogueField, 'label' | 'kind'> & Partial<CatalogueField>

const field = (given: Given): CatalogueField => ({
  default: '',
  placeholder: '',
  isRequired: false,
  options: [],
  ...given,
})

/** A field with free text. */
export const text = (label: string, sample: string, placeholder = '') =>
  field({ label, kind: 'TEXT', sample, placeholder })

/** A field with a number. */
export const number = (label: string, sample: string, rules: Partial<CatalogueField> = {}) =>
  field({ label, kind: 'NUMBER', sample, ...rules })

/** A field with a date of the last decade. */
export const date = (label: string) => field({ label, kind: 'DATE' })

/** A field with true or false. */
export const yesOrNo = (label: string) => field({ label, kind: 'BOOLEAN' })

/** A field with one of several values. The first is the default. */
export const choice = (label: string, ...options: [string, ...string[]]) =>
  field({ label, kind: 'CHOICE', options, default: options[0] })

/** The same field, but required. */
export const required = (field: CatalogueField): CatalogueField => ({ ...field, isRequired: true })
