import { Float, ID } from 'type-graphql'
import type { CustomFieldKind } from '../../../domain/asset-type/custom-field-kind.js'
import type { CustomFieldInput as CustomFieldDetails } from '../../../domain/asset-type/custom-fields.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { CustomFieldKindEnum } from './custom-field.type.js'

@InputObject('CustomFieldInput', 'A custom field of an asset type. Null counts as absent.')
export class CustomFieldInput implements CustomFieldDetails {
  @Nullable(ID, 'The UUID of an existing field, to keep its values; absent for a new field.')
  readonly fieldId?: string | null

  @NonNull(String, 'The name of the field, unique in the type.')
  readonly label!: string

  @Nullable(
    CustomFieldKindEnum,
    'The kind of its values. Absent: `CHOICE` if there are `options`; else an existing field keeps its kind, unit and bounds, and a new one is `TEXT`. Rejected if an asset has a value that is not of a new kind.',
  )
  readonly kind?: CustomFieldKind | null

  @Nullable(String, 'The unit of a number, at most 20 characters.')
  readonly unit?: string | null

  @Nullable(Float, 'The smallest allowed number.')
  readonly minimum?: number | null

  @Nullable(Float, 'The largest allowed number.')
  readonly maximum?: number | null

  @Nullable(
    String,
    'What a form proposes for a new asset: a value that the field allows. The service never stores it by itself.',
  )
  readonly default?: string | null

  @Nullable(String, 'The placeholder text of the field in a form.')
  readonly placeholder?: string | null

  @Nullable(Boolean, 'Whether every asset must have a value; default: false.')
  readonly required?: boolean | null

  @Nullable([String], 'The allowed values of a choice. Null is rejected if the kind is `CHOICE`.')
  readonly options?: string[] | null
}
