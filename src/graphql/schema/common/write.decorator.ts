import { GraphQLDateTime } from 'graphql-scalars'
import { Arg, type ClassType, createParameterDecorator, Field, ID, Mutation } from 'type-graphql'
import type { Context } from '../../context.js'
import { describeInput, recordNounOf, typePrefixOf } from './mutation-name.js'
import { OnConflictEnum } from './on-conflict.js'
import { payloadType } from './payload.type.js'
import { RecordWriter } from './record-writer.js'
import { InputObject, NonNull, Nullable } from './type.decorator.js'

/**
 * A mutation on one record, with its payload type: `createSite(input: CreateSiteInput!): CreateSitePayload`. If the
 * method's name is not a verb and the record, `field` is the name of the payload's field for the record.
 */
export const RecordMutation =
  (node: ClassType, description: string, field?: string): MethodDecorator =>
  (prototype, name, descriptor) => {
    const Payload = payloadType(String(name), node, field)
    Mutation(() => Payload, { nullable: true, description })(prototype, name, descriptor)
  }

interface InputOptions {
  /** Whether the input has an idempotency key and `dryRun`; then `MutationWriter.record` applies them. */
  readonly once?: boolean
  /** The record in words, if the name of the mutation is not a verb and a record. */
  readonly noun?: string
  /** Whether the input has `documentIds`; then `MutationWriter.recordWithDocuments` attaches them. */
  readonly documents?: boolean
  /** The name of the input's field with the document that becomes the picture of the record, if it has one. */
  readonly picture?: PictureField
}

export type PictureField = 'logoDocumentId' | 'pictureDocumentId'

/**
 * The argument `input` of a mutation on one record. Adds the fields that all inputs have, and `expectedUpdatedAt` to
 * the input of an update.
 */
export const Input =
  (
    type: ClassType,
    { once = true, noun, documents = false, picture }: InputOptions = {},
  ): ParameterDecorator =>
  (prototype, name, index) => {
    const mutation = String(name)
    if (documents) Nullable([ID], DOCUMENTS)(type.prototype, 'documentIds')
    if (picture) Nullable(ID, PICTURE)(type.prototype, picture)
    if (mutation.startsWith('update')) {
      addExpectation(type, STALE_MUTATION)
      Nullable(OnConflictEnum, ON_CONFLICT)(type.prototype, 'onConflict')
    }
    if (once) addCommonFields(type)
    const description = noun ? `The ${noun}.` : describeInput(mutation)
    Arg('input', () => type, { description })(prototype, mutation, index)
  }

/** Adds the fields `idempotencyKey` and `dryRun` to an input. */
export function addCommonFields({ prototype }: ClassType): void {
  Nullable(String, KEY)(prototype, 'idempotencyKey')
  Field(() => Boolean, { defaultValue: false, description: DRY_RUN })(prototype, 'dryRun')
}

/**
 * Adds the field `expectedUpdatedAt`, for optimistic concurrency control: the version of the record that the client has
 * read. `ifStale` describes what happens if the record has changed since then.
 */
export function addExpectation({ prototype }: ClassType, ifStale: string): void {
  const description = `The \`updatedAt\` of the record that you have read. If the record has changed since then, ${ifStale}. If null, this is not checked.`
  Nullable(GraphQLDateTime, description)(prototype, 'expectedUpdatedAt')
}

const STALE_MUTATION =
  'the mutation is rejected with `STALE`, and the payload has the current record; `onConflict` can change this'

const ON_CONFLICT =
  'What to do if the record has another version than `expectedUpdatedAt`: reject the update, or apply it in the order of arrival and mark it in `history`; default: `REJECT`.'

const DOCUMENTS =
  'Uploaded files that belong to no record yet, at most 100: they then belong to this one, in addition to those that it has.'

const PICTURE =
  'An uploaded PNG or JPEG that belongs to no record yet, which becomes the picture; null for none. The file of before stays in `documents`.'

const KEY =
  'A random text that you choose for this request and send again with each retry: for 24 hours, retries return the result of the first request and write nothing. 1 to 255 printable ASCII characters. If null, the header `Idempotency-Key` applies, if there is one.'

const DRY_RUN =
  'If true, nothing is written: the mutation makes all checks and returns the payload that it would return otherwise, including ids, codes and numbers. The idempotency key then has no effect.'

/** The input of a mutation that needs only the id of the record. */
export interface IdInput {
  readonly id: string
}

/** The argument `input` of a mutation that needs only the id of the record, with its type: `RemoveSiteInput { id }`. */
export const IdInput =
  (options: InputOptions = {}): ParameterDecorator =>
  (prototype, name, index) => {
    const mutation = String(name)
    const { noun } = options

    @InputObject(`${typePrefixOf(mutation)}Input`, noun ? `The ${noun}.` : describeInput(mutation))
    class IdInputType implements IdInput {
      @NonNull(ID, `The UUID of the ${noun ?? recordNounOf(mutation)}.`)
      readonly id!: string
    }
    Input(IdInputType, options)(prototype, name, index)
  }

/** Injects the writer of the mutation that is being resolved. */
export type MutationWriter = RecordWriter
export const MutationWriter = () =>
  createParameterDecorator<Context>(
    ({ context, info, args }) => new RecordWriter(context, info, args),
  )
