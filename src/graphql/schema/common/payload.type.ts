import type { GraphQLResolveInfo } from 'graphql'
import { type ClassType, Field, ObjectType, registerEnumType } from 'type-graphql'
import type { ModelName } from '../../../db/read/model.js'
import { knownRecord } from '../../../db/read/compiled-selection.js'
import {
  DomainError,
  type ValidationError,
  type ValidationErrorCode,
} from '../../../domain/errors.js'
import { type Context, requestOf } from '../../context.js'
import { readerOf, readRecord } from '../../read/graph-reader.js'
import { hasId } from '../../read/lookups.js'
import { compilePayloadRecord } from '../../read/compile-selections.js'

const problemCodes = {
  REQUIRED: 'A value is missing.',
  INVALID: 'The value is of the wrong form, or not one of those allowed.',
  TOO_LONG: 'The text is too long.',
  OUT_OF_RANGE: 'The number or time is too small or too large.',
  NOT_FOUND: 'The id names no record of the company.',
  TAKEN: 'Another record has this value, which must be unique.',
  NOT_ALLOWED: 'The company does not allow this.',
  WRONG_STATE: 'The record is not in a state that allows this.',
  IN_USE: 'Other records still depend on this one.',
} satisfies Record<ValidationErrorCode, string>

const UserErrorCode = Object.fromEntries(Object.keys(problemCodes).map((code) => [code, code]))
registerEnumType(UserErrorCode, {
  name: 'UserErrorCode',
  description: 'What kind of mistake an input holds.',
  valuesConfig: Object.fromEntries(
    Object.entries(problemCodes).map(([code, description]) => [code, { description }]),
  ),
})

@ObjectType('UserError', {
  simpleResolvers: true,
  description:
    'A mistake in an input that its sender can mend. Where there is one, nothing was written.',
})
export class UserErrorType {
  @Field(() => UserErrorCode, { description: 'What kind of mistake it is.' })
  readonly code!: ValidationErrorCode

  @Field(() => [String], {
    nullable: true,
    description:
      'The path into `input`, such as `["metaData", "0", "value"]`; null where no one field is to blame.',
  })
  readonly field!: string[] | null

  @Field(() => String, { description: 'A sentence for a person.' })
  readonly message!: string
}

/** What a mutation answers: its record under `field`, or the mistakes in its input. */
export interface Payload {
  readonly userErrors: readonly UserErrorType[]
}

/** The payload type of a mutation on one record: `CreateSitePayload { site userErrors }`. */
export function payloadType<Node extends object>(
  name: string,
  field: string,
  node: () => ClassType<Node>,
) {
  @ObjectType(name, { simpleResolvers: true, description: 'What the mutation did.' })
  class PayloadType implements Payload {
    @Field(() => [UserErrorType], {
      description: 'The mistakes in the input; empty where the mutation was carried out.',
    })
    readonly userErrors!: UserErrorType[]
  }
  Field(node, {
    nullable: true,
    description: 'The record as it is now; null where there are `userErrors`.',
  })(PayloadType.prototype, field)
  return PayloadType
}

const userError = ({ code, path, message }: ValidationError): UserErrorType => ({
  code,
  field: path.length === 0 ? null : path.map(String),
  message,
})

/** What the domain refuses and the sender of an input can mend, as user errors; anything else is thrown on. */
export function userErrorsOf(error: unknown): UserErrorType[] {
  const mendable = ['INVALID', 'NOT_FOUND', 'REMOVED']
  if (!(error instanceof DomainError) || !mendable.includes(error.code)) throw error
  return error.errors.map(userError)
}

/**
 * Runs a mutation and returns its payload: the record under `field` with what is selected of it, or the user errors. The
 * record is read back, unless only fields are selected that `verb` returned and that never change.
 */
export async function mutate<Extra extends object = object>(
  context: Context,
  info: GraphQLResolveInfo,
  model: ModelName,
  field: string,
  verb: () => Promise<{ id: number } & Extra>,
): Promise<Payload> {
  let written: { id: number } & Extra
  try {
    written = await verb()
  } catch (error) {
    return { userErrors: userErrorsOf(error) }
  }
  const { id, ...extra } = written
  const mutation = requestOf(context).fieldAt(info)
  if (context.readBack) {
    await context.readBack(mutation, id)
    return { [field]: {}, ...extra, userErrors: [] }
  }
  const shape = mutation.derive(
    (mutation) => compilePayloadRecord(mutation, model, field),
    compilePayloadRecord,
  )
  const record =
    knownRecord(shape, written) ??
    (await readRecord(readerOf(context), shape, hasId(id), { removed: true }))
  return { [field]: record, ...extra, userErrors: [] }
}
