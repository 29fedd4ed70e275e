import { z } from 'zod'
import { errorPathOf, type Path } from '../../http/http-error.js'
import { id, text } from '../input-types.js'

/** False for an unsafe integer: `JSON.parse` may have changed its digits. */
const isExact = (value: number) => !Number.isInteger(value) || Number.isSafeInteger(value)

const STRING = { error: 'The :attribute field must be a string.' }

const value = z
  .union([z.string(), z.number().refine(isExact, STRING), z.boolean()], STRING)
  .transform(String)
  .nullable()

/** Set A, one of the two REST APIs: body of `Onboard asset`, which creates an asset. */
export const NewAsset = z.object({
  zone_id: id,
  asset_type_id: id,
  code: text(64).nullish().describe('Unique in the company. If left out, the service creates one.'),
  meta_data: z
    .record(z.string(), value, { error: 'The :attribute field must be an array.' })
    .nullish()
    .describe("Values by the `field_id` of the type's custom fields."),
})
type NewAsset = z.output<typeof NewAsset>

/** `meta_data` as the list that the domain expects. */
export const valuesOf = ({ meta_data: values }: NewAsset) =>
  Object.entries(values ?? {}).map(([fieldId, given]) => ({ fieldId, value: given }))

const fieldOf = errorPathOf({ zoneId: 'zone_id', typeId: 'asset_type_id' })

/**
 * Translates the path of a domain error to the path in the body. In the domain, `customFieldValues` is a list, so its
 * paths contain an index. In the body, `meta_data` is an object by field id.
 */
export function newAssetErrorPath(path: Path, { body }: { body: NewAsset }): Path {
  const [first, index] = path
  if (first !== 'customFieldValues') return fieldOf(path)
  const field = typeof index === 'number' ? valuesOf(body)[index]?.fieldId : undefined
  return ['meta_data', ...(field === undefined ? [] : [field])]
}
