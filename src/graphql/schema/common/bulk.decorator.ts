import { Arg, type ClassType, Field, Mutation } from 'type-graphql'
import { type Bulk, MAX_ROWS, type OnError } from '../../../domain/bulk/rows.js'
import { enumType } from './enum-type.js'
import { describeInput, recordFieldOf, typePrefixOf } from './mutation-name.js'
import { type Payload, UserErrorType } from './payload.type.js'
import { InputObject, NonNull, ValueType } from './type.decorator.js'
import { addCommonFields, addExpectation } from './write.decorator.js'

const OnErrorEnum = enumType<OnError>(
  'OnRowError',
  'What a mutation of many rows does if some of them are invalid.',
  {
    reject_all: 'Nothing is written.',
    skip_failed: 'The valid rows are written.',
  },
)

/** A bulk mutation of records of one type, with its payload type: `CreateAssetsPayload { assets userErrors }`. */
export const BulkMutation =
  (node: ClassType, description: string): MethodDecorator =>
  (prototype, name, descriptor) => {
    const mutation = String(name)

    @ValueType(`${typePrefixOf(mutation)}Payload`, `The result of \`${mutation}\`.`)
    class BulkPayload implements Payload {
      @NonNull(
        [UserErrorType],
        'The validation errors. The field of an error in the first row begins with `["rows", "0"]`.',
      )
      readonly userErrors!: UserErrorType[]
    }
    Field(() => [node], {
      nullable: 'itemsAndList',
      description:
        'The record of each row, in order; null for an invalid row. The list is null if nothing was written because of an invalid row.',
    })(BulkPayload.prototype, recordFieldOf(mutation))
    Mutation(() => BulkPayload, { nullable: true, description })(prototype, name, descriptor)
  }

/** The argument `input` of a bulk mutation, with its type: `CreateAssetsInput { rows onError … }`. */
export const BulkInput =
  (row: ClassType): ParameterDecorator =>
  (prototype, name, index) => {
    const mutation = String(name)
    const description = describeInput(mutation)

    @InputObject(`${typePrefixOf(mutation)}Input`, description)
    class BulkInputType implements Bulk<object> {
      @NonNull([row], `The rows, at most ${MAX_ROWS}.`)
      readonly rows!: object[]

      @Field(() => OnErrorEnum, {
        defaultValue: 'reject_all',
        description: 'What to do if some rows are invalid.',
      })
      readonly onError!: OnError
    }
    addCommonFields(BulkInputType)
    if (mutation.startsWith('update')) addExpectation(row, 'the row is rejected with `STALE`')
    Arg('input', () => BulkInputType, { description })(prototype, mutation, index)
  }
