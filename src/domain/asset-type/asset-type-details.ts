import { InspectionSchedule } from '../../db/generated/prisma/enums.js'
import type { CustomField } from '../asset/custom-field-values.js'
import type { RecordKey, TransactionDomain } from '../domain.js'
import { lockReference } from '../record/lock-reference.js'
import { riskIdOf } from '../risk/risk.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkCustomFields, type CustomFieldInput } from './custom-fields.js'
import { INTERVAL_EXPECTED, MAX_DAYS, parseInterval } from './interval.js'

/** The optional fields of an asset type. */
export interface AssetTypeDetails {
  readonly riskLevel?: string | null | undefined
  readonly checklistId?: RecordKey | null | undefined
  /** In display order; null: none. */
  readonly customFields?: readonly CustomFieldInput[] | null | undefined
  /** Null: false. */
  readonly enforceChecklistOrder?: boolean | null | undefined
  /** An ISO 8601 duration of years, months, weeks and days; null: no inspection is due. */
  readonly inspectionInterval?: string | null | undefined
  /** The interval in days. Only one of the two may be given. */
  readonly inspectionIntervalDays?: number | null | undefined
  /** What the interval is counted from; null: floating. */
  readonly inspectionSchedule?: InspectionSchedule | null | undefined
}

/**
 * Checks the optional fields and locks the checklist. Call it in a transaction. `existing` has the custom fields that the
 * type has now.
 */
export async function checkAssetTypeDetails(
  tx: TransactionDomain,
  errors: ValidationErrors,
  input: AssetTypeDetails,
  existing: readonly CustomField[] = [],
) {
  const { customFields, enforceChecklistOrder, inspectionSchedule } = input
  return {
    riskId: riskIdOf(errors, input.riskLevel),
    checklistId: await lockReference(tx, errors, 'checklistId', 'Checklist', input.checklistId),
    customFields:
      customFields === undefined
        ? undefined
        : checkCustomFields(errors, customFields ?? [], existing),
    enforceChecklistOrder: enforceChecklistOrder === null ? false : enforceChecklistOrder,
    ...checkInterval(errors, input),
    inspectionSchedule:
      inspectionSchedule === null ? InspectionSchedule.floating : inspectionSchedule,
  }
}

/** The columns of the interval; none if the input does not change it. */
function checkInterval(errors: ValidationErrors, input: AssetTypeDetails) {
  const { inspectionInterval: text, inspectionIntervalDays: days } = input
  errors.integer('inspectionIntervalDays', days, 1, MAX_DAYS)
  if (isGiven(text) && isGiven(days)) {
    const message = 'The interval is given twice, here and in inspectionIntervalDays.'
    errors.add('INVALID', 'inspectionInterval', message)
  }
  if (isGiven(text)) {
    const interval = parseInterval(text)
    if (!interval || interval.months + interval.days === 0)
      errors.add('INVALID', 'inspectionInterval', INTERVAL_EXPECTED)
    return { intervalMonths: interval?.months || null, intervalDays: interval?.days || null }
  }
  if (text === undefined && days === undefined) return {}
  return { intervalMonths: null, intervalDays: days ?? null }
}

const isGiven = <Value>(value: Value | null | undefined): value is Value =>
  value !== null && value !== undefined

/** Converts a short code to upper case. Rejects the code of another type of the company, even a removed one. */
export async function checkShortCode<Value extends string | null | undefined>(
  { prisma, viewer: { companyId } }: TransactionDomain,
  errors: ValidationErrors,
  value: Value,
  ownId?: number,
): Promise<Exclude<Value, null>> {
  const given = errors.required('shortCode', value)
  const shortCode = given?.trim().toUpperCase()
  if (shortCode === undefined) return given
  if (!/^[A-Z0-9]{1,10}$/.test(shortCode)) {
    errors.add('INVALID', 'shortCode', 'One to ten letters A to Z and digits are expected.')
    return given
  }
  const holder = await prisma.assetType.findFirst({ where: { companyId, shortCode } })
  if (holder && holder.id !== ownId) errors.taken('shortCode')
  return shortCode as Exclude<Value, null>
}
