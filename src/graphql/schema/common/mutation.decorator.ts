import { Arg, type ClassType, ID, Mutation } from 'type-graphql'
import { InputObject, NonNull } from './type.decorator.js'
import { describeInput, recordNounOf, typePrefixOf } from './mutation-name.js'
import { payloadType } from './payload.type.js'

/**
 * A mutation on one record, with its payload type: `createSite(input: CreateSiteInput!): CreateSitePayload`. The method
 * is named for a verb and the record.
 */
export const RecordMutation =
  (node: ClassType, description: string): MethodDecorator =>
  (prototype, name, descriptor) => {
    const Payload = payloadType(String(name), node)
    Mutation(() => Payload, { nullable: true, description })(prototype, name, descriptor)
  }

/** The argument `input` of a mutation on one record. */
export const Input =
  (type: ClassType): ParameterDecorator =>
  (prototype, name, index) => {
    const description = describeInput(String(name))
    Arg('input', () => type, { description })(prototype, String(name), index)
  }

/** The input of a mutation that needs only the id of the record. */
export interface IdInput {
  readonly id: string
}

/** The argument `input` of a mutation that needs only the id of the record, with its type: `RemoveSiteInput { id }`. */
export const IdInput = (): ParameterDecorator => (prototype, name, index) => {
  const mutation = String(name)

  @InputObject(`${typePrefixOf(mutation)}Input`, describeInput(mutation))
  class IdInputType implements IdInput {
    @NonNull(ID, `The UUID of the ${recordNounOf(mutation)}.`)
    readonly id!: string
  }
  Input(IdInputType)(prototype, name, index)
}
