import { type CustomField, fieldsOf } from '../asset/custom-field-values.js'
import type { TransactionDomain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'
import { acceptsAnyText, canonicalValue } from './custom-field-kind.js'
import type { CustomFieldInput } from './custom-fields.js'

/** The custom fields that an asset type has before an update. */
export async function existingFields(
  { prisma, viewer: { companyId } }: TransactionDomain,
  id: number,
): Promise<readonly CustomField[]> {
  const key = { companyId_id: { companyId, id } }
  return fieldsOf(await prisma.assetType.findUniqueOrThrow({ where: key }))
}

/**
 * Rejects a new kind of a field if an asset of the type, even a removed one, has a value that is none of the new kind.
 * The type must be locked: then no asset of it can get another value before the commit. `inputs` has the same order as
 * `after`; a field without an id is new, so it has no values.
 */
export async function refuseChangedKinds(
  tx: TransactionDomain,
  errors: ValidationErrors,
  typeId: number,
  inputs: readonly CustomFieldInput[],
  before: readonly CustomField[],
  after: readonly CustomField[],
): Promise<void> {
  for (const [index, { fieldId, kind }] of after.entries()) {
    const old = before.find((field) => field.fieldId === fieldId)
    if (!inputs[index]?.fieldId || acceptsAnyText(kind) || old?.kind === kind) continue
    const values = await storedValues(tx, typeId, fieldId)
    const others = values.filter(({ value }) => canonicalValue(kind, value) !== value)
    const [example] = others
    if (!example) continue
    const count = others.reduce((sum, { assets }) => sum + assets, 0)
    const assets = count === 1 ? '1 asset has' : `${count} assets have`
    const message = `${assets} a value that is not of this kind, such as “${example.value}”.`
    errors.add('IN_USE', ['customFields', index, 'kind'], message)
  }
}

/** The different values of a field, and the number of assets that have each. */
const storedValues = (
  { prisma, viewer }: TransactionDomain,
  typeId: number,
  fieldId: string,
): Promise<{ value: string; assets: number }[]> => prisma.$queryRaw`
  select meta_data ->> ${fieldId} as value, count(*)::int as assets from asset
  where company_id = ${viewer.companyId} and type_id = ${typeId} and meta_data ->> ${fieldId} is not null
  group by 1 order by 1`
