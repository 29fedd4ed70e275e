import type { CustomField } from '../asset/custom-field-values.js'
import type { RecordKey, TransactionDomain } from '../domain.js'
import { lockReference } from '../record/lock-reference.js'
import { riskIdOf } from '../risk/risk.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkCustomFields, type CustomFieldInput } from './custom-fields.js'

/** The optional fields of an asset type. */
export interface AssetTypeDetails {
  readonly riskLevel?: string | null | undefined
  readonly checklistId?: RecordKey | null | undefined
  /** In display order; null: none. */
  readonly customFields?: readonly CustomFieldInput[] | null | undefined
  /** Null: false. */
  readonly enforceChecklistOrder?: boolean | null | undefined
  /** Days from an inspection to the due date of the next one; null: no next one is due. */
  readonly inspectionIntervalDays?: number | null | undefined
}

/** 200 years: a due date stays within the years that PostgreSQL and JavaScript both represent. */
const MAX_INTERVAL_DAYS = 73_000

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
  const { customFields, enforceChecklistOrder, inspectionIntervalDays } = input
  errors.integer('inspectionIntervalDays', inspectionIntervalDays, 1, MAX_INTERVAL_DAYS)
  return {
    riskId: riskIdOf(errors, input.riskLevel),
    checklistId: await lockReference(tx, errors, 'checklistId', 'Checklist', input.checklistId),
    customFields:
      customFields === undefined
        ? undefined
        : checkCustomFields(errors, customFields ?? [], existing),
    enforceChecklistOrder: enforceChecklistOrder === null ? false : enforceChecklistOrder,
    inspectionIntervalDays,
  }
}

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
