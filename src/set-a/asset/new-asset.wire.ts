import { z } from 'zod'
import type { Path } from '../../http/http-error.js'
import { id, text } from '../input.js'

/** Whether a number is what was sent: one of more than fifteen digits may have lost some when it was read. */
const isExact = (value: number) => !Number.isInteger(value) || Number.isSafeInteger(value)

const STRING = { error: 'The :attribute field must be a string.' }

const value = z
  .union([z.string(), z.number().refine(isExact, STRING), z.boolean()], STRING)
  .transform(String)
  .nullable()

/** Set A: Onboard asset body. */
export const NewAsset = z.object({
  zone_id: id,
  asset_type_id: id,
  code: text(64).nullish().describe('Unique in the company; made up where it is not given.'),
  meta_data: z
    .record(z.string(), value, { error: 'The :attribute field must be an array.' })
    .nullish()
    .describe("Values by the `field_id` of the type's custom fields."),
})
export type NewAsset = z.output<typeof NewAsset>

export const valuesIn = ({ meta_data: values }: NewAsset) =>
  Object.entries(values ?? {}).map(([field, given]) => ({ id: field, value: given }))

const names: Readonly<Record<string, string>> = {
  zoneId: 'zone_id',
  typeId: 'asset_type_id',
  metaData: 'meta_data',
}

/** Says of a path in the domain's new asset where that is in the body: the domain counts values, the body names them. */
export function newAssetPath([first = '', position]: Path, { body }: { body: NewAsset }): Path {
  const field = typeof position === 'number' ? valuesIn(body)[position]?.id : undefined
  return [names[first] ?? first, ...(field === undefined ? [] : [field])]
}
