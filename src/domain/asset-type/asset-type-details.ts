import type { Domain, RecordKey } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import type { ValidationErrors } from '../validation-errors.js'
import { lockReference } from '../lock-reference.js'
import { riskIdOf } from '../risk/risk.js'
import { checkCustomFields, type CustomFieldInput } from './custom-fields.js'

/** What may be known of an asset type besides its names. */
export interface AssetTypeDetails {
  readonly riskLevel?: string | null | undefined
  readonly checklistId?: RecordKey | null | undefined
  /** In display order; null: none. */
  readonly customFields?: readonly CustomFieldInput[] | null | undefined
  /** Null: false. */
  readonly enforceChecklistOrder?: boolean | null | undefined
  /** Days from an inspection to the next; null: none is due. */
  readonly inspectionIntervalDays?: number | null | undefined
}

/** Two hundred years: added to any time that an inspection can have, it makes one that can be stored. */
const LONGEST_INTERVAL_DAYS = 73_000

/** The details that were given, checked. To be called in a transaction. */
export async function checkAssetTypeDetails(
  tx: Domain,
  errors: ValidationErrors,
  input: AssetTypeDetails,
) {
  const { customFields, enforceChecklistOrder, inspectionIntervalDays } = input
  errors.integer('inspectionIntervalDays', inspectionIntervalDays, 1, LONGEST_INTERVAL_DAYS)
  return omitUndefined({
    riskId: riskIdOf(errors, 'riskLevel', input.riskLevel),
    checklistId: await lockReference(tx, errors, 'checklistId', 'Checklist', input.checklistId),
    customFields:
      customFields === undefined
        ? undefined
        : checkCustomFields(errors, customFields ?? []).map((field) => ({
            ...field,
            options: [...field.options],
          })),
    enforceChecklistOrder: enforceChecklistOrder === null ? false : enforceChecklistOrder,
    inspectionIntervalDays,
  })
}

/** Checks that a short code is in form, and that no other type of the company, even a removed one, has it. */
export async function checkShortCode<Value extends string | null | undefined>(
  { prisma, viewer: { companyId } }: Domain,
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
  if (holder && holder.id !== ownId) errors.add('TAKEN', 'shortCode', SHORT_CODE_TAKEN)
  return shortCode as Exclude<Value, null>
}

export const SHORT_CODE_TAKEN = 'This short code is already in use.'
