import { Args, ArgsType, type ClassType, ID, Int } from 'type-graphql'
import type { ModelName } from '../../../db/read/model.js'
import { nounOf } from '../../../domain/noun.js'
import type { KeyArguments } from '../../read/lookups.js'
import { InputObject, Nullable } from './type.decorator.js'

/** Declares the input type of a record's keys other than its UUID: `SiteKey`. `build-schema.ts` makes it `@oneOf`. */
export const KeyInput =
  (model: ModelName): ClassDecorator =>
  (key) => {
    const description = `A key of the ${nounOf(model)} other than its UUID. Exactly one field must be given.`
    InputObject(`${model}Key`, description)(key)
    Nullable(Int, 'The integer id: `databaseId`.')(key.prototype as object, 'databaseId')
  }

/** The key input of a record whose only other key is its integer id. */
export function keyInput(model: ModelName): ClassType {
  @KeyInput(model)
  class RecordKey {}
  return RecordKey
}

/** The arguments `id` and `by` of a query for one record. Exactly one of them must be given. */
export const Key =
  (key: ClassType): ParameterDecorator =>
  (prototype, name, index) => {
    const noun = nounOf(String(name))

    @ArgsType()
    class KeyArgumentsType implements KeyArguments {
      @Nullable(ID, `The UUID of the ${noun}. Not allowed with \`by\`.`)
      readonly id?: string | null

      @Nullable(key, `Another key of the ${noun}. Required without \`id\`.`)
      readonly by?: object | null
    }
    Args(() => KeyArgumentsType)(prototype, String(name), index)
  }
