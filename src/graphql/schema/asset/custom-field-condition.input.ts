import { ID } from 'type-graphql'
import type {
  CustomFieldCondition,
  ValueRange,
} from '../../../domain/asset/has-custom-field-value.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputObject(
  'CustomFieldRange',
  'Two numbers, such as `2.5`, or two dates, such as `2027-01-31`, both included. At least one must be given.',
)
class CustomFieldRangeInput implements ValueRange {
  @Nullable(String, 'The smallest number or the earliest date; no limit if null or absent.')
  readonly from?: string | null

  @Nullable(String, 'The largest number or the latest date; no limit if null or absent.')
  readonly to?: string | null
}

@InputObject(
  'CustomFieldCondition',
  'A condition on the value of a custom field. Exactly one of `equals`, `contains` and `between` must be given. Assets whose type does not have the field do not match.',
)
export class CustomFieldConditionInput implements CustomFieldCondition {
  @NonNull(ID, 'The `fieldId` of the custom field.')
  readonly fieldId!: string

  @Nullable(String, 'The value is this. Numbers are compared as such: `6.0` equals `6`.')
  readonly equals?: string | null

  @Nullable(String, 'The value contains this, ignoring case and accents.')
  readonly contains?: string | null

  @Nullable(CustomFieldRangeInput, 'The value is a number or a date in this range.')
  readonly between?: CustomFieldRangeInput | null
}
