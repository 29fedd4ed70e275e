import { Field, Float, ID } from 'type-graphql'
import type { CustomFieldKind } from '../../../domain/asset-type/custom-field-kind.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'

export const CustomFieldKindEnum = enumType<CustomFieldKind>(
  'CustomFieldKind',
  'The kind of the values of a custom field. All values are texts in the API.',
  {
    TEXT: 'Any text.',
    NUMBER: 'A decimal number of at most 15 digits, such as `12.5`.',
    DATE: 'A date, such as `2027-01-31`.',
    BOOLEAN: '`true` or `false`.',
    CHOICE: 'One of the options of the field.',
  },
)

@ValueType(
  'CustomField',
  'A custom field of an asset type: each asset of the type can have a value.',
)
export class CustomFieldType {
  @NonNull(ID, 'The id of the field.')
  readonly fieldId!: string

  @NonNull(String, 'The name of the field, unique in the type.')
  readonly label!: string

  @NonNull(CustomFieldKindEnum, 'The kind of its values.')
  readonly kind!: CustomFieldKind

  @Nullable(String, 'The unit of a number; null if there is none.')
  readonly unit!: string | null

  @Nullable(Float, 'The smallest allowed number; null if there is none.')
  readonly minimum!: number | null

  @Nullable(Float, 'The largest allowed number; null if there is none.')
  readonly maximum!: number | null

  @NonNull(
    String,
    'What a form proposes for a new asset; empty if there is nothing. It becomes a value only if a client sends it.',
  )
  readonly default!: string

  @NonNull(String, 'The placeholder text of the field in a form; empty if there is none.')
  readonly placeholder!: string

  // The stored value has another name, so it is not a plain property.
  @Field(() => Boolean, {
    name: 'required',
    simple: false,
    description: 'Whether every asset must have a value.',
  })
  readonly isRequired!: boolean

  @NonNull([String], 'The allowed values of a choice; empty for other kinds.')
  readonly options!: string[]
}
