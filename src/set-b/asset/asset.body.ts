import { z } from 'zod'
import { errorPathOf, type Path } from '../../http/http-error.js'

/** Set B, one of the two REST APIs: create asset body (B11 of the specification). */
export const NewAssetBody = z
  .object({
    assetTypeId: z.uuid(),
    zoneId: z.uuid(),
    riskLevel: z.string().describe('Critical, High, Medium or Low; case-insensitive.'),
    barcode: z.string().nullish().describe('If left out, the service creates one.'),
    code: z
      .string()
      .nullish()
      .describe('Unique in the company. If left out, the service creates one.'),
    metaData: z
      .array(
        z.object({
          id: z.uuid().describe('The `fieldId` of a custom field of the asset type.'),
          value: z.string(),
        }),
      )
      .nullish()
      .describe('Values of the asset type’s custom fields.'),
  })
  .meta({ id: 'NewAsset' })

/**
 * Set B, one of the two REST APIs: update asset body (B10 of the specification). Fields that are left out keep their
 * values.
 */
export const AssetChangeBody = z
  .object({
    id: z.uuid(),
    assetTypeId: z.uuid().optional(),
    code: z.string().optional(),
    riskLevel: z
      .string()
      .nullish()
      .describe('Case-insensitive; null sets the risk level of the asset type.'),
    zoneId: z.uuid().optional(),
  })
  .meta({ id: 'AssetChange' })

const fieldOf = errorPathOf({ typeId: 'assetTypeId', customFieldValues: 'metaData' })

/** Translates the path of a domain error: `fieldId` in the domain is the `id` of a `metaData` value in the body. */
export const assetErrorPath = (path: Path): Path =>
  fieldOf(path).map((part) => (part === 'fieldId' ? 'id' : part))
