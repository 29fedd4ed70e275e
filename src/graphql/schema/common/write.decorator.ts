import type { GraphQLResolveInfo } from 'graphql'
import { Arg, type ClassType, createParameterDecorator, ID, Mutation } from 'type-graphql'
import { knownRecord } from '../../../db/read/compiled-selection.js'
import type { Domain } from '../../../domain/domain.js'
import { type Context, domainOf, requestOf } from '../../context.js'
import { compilePayload } from '../../read/compile-selections.js'
import { readerOf, readRecord } from '../../read/graph-reader.js'
import { hasId } from '../../read/lookups.js'
import { describeInput, recordNounOf, typePrefixOf } from './mutation-name.js'
import { type Payload, payloadType, withUserErrors } from './payload.type.js'
import { InputObject, NonNull } from './type.decorator.js'

/**
 * A mutation on one record, with its payload type: `createSite(input: CreateSiteInput!): CreateSitePayload`. The name of
 * the method is a verb and the record, unless the payload's field has another name.
 */
export const RecordMutation =
  (node: ClassType, description: string, field?: string): MethodDecorator =>
  (prototype, name, descriptor) => {
    const Payload = payloadType(String(name), node, field)
    Mutation(() => Payload, { nullable: true, description })(prototype, name, descriptor)
  }

/** The argument `input` of a mutation on one record. */
export const Input =
  (type: ClassType, description?: string): ParameterDecorator =>
  (prototype, name, index) => {
    description ??= describeInput(String(name))
    Arg('input', () => type, { description })(prototype, String(name), index)
  }

/** The input of a mutation that needs only the id of the record. */
export interface IdInput {
  readonly id: string
}

/**
 * The argument `input` of a mutation that needs only the id of the record, with its type: `RemoveSiteInput { id }`. `noun`
 * is the record in words, if the name of the mutation is not a verb and a record.
 */
export const IdInput =
  (noun?: string): ParameterDecorator =>
  (prototype, name, index) => {
    const mutation = String(name)
    const description = noun ? `The ${noun}.` : describeInput(mutation)

    @InputObject(`${typePrefixOf(mutation)}Input`, description)
    class IdInputType implements IdInput {
      @NonNull(ID, `The UUID of the ${noun ?? recordNounOf(mutation)}.`)
      readonly id!: string
    }
    Input(IdInputType, description)(prototype, name, index)
  }

/** Injects the writer of the mutation that is being resolved. */
export type Write = RecordWriter
export const Write = () =>
  createParameterDecorator<Context>(({ context, info }) => new RecordWriter(context, info))

/** Runs a function of the domain and builds the mutation's payload. */
class RecordWriter {
  constructor(
    private readonly context: Context,
    private readonly info: GraphQLResolveInfo,
  ) {}

  /**
   * Writes one record and returns the payload: the selected fields of the record and the other properties that `write`
   * returned, or the validation errors. The record is read again, unless `write` returned every selected field.
   */
  record<Written extends { readonly id: number }>(
    write: (domain: Domain) => Promise<Written>,
  ): Promise<Payload> {
    return withUserErrors(async () => {
      const { id, ...written } = await write(domainOf(this.context))
      const mutation = requestOf(this.context).fieldAt(this.info)
      const { field, shape } = mutation.derive(compilePayload)
      if (this.context.readBack) {
        await this.context.readBack(mutation, id)
        return { ...written, [field]: {}, userErrors: [] }
      }
      const record =
        knownRecord(shape, { id, ...written }) ??
        (await readRecord(readerOf(this.context), shape, hasId(id), { removed: 'include' }))
      return { ...written, [field]: record, userErrors: [] }
    })
  }
}
