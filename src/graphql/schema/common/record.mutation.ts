import type { GraphQLResolveInfo } from 'graphql'
import {
  Arg,
  type ClassType,
  Ctx,
  Field,
  ID,
  Info,
  InputType,
  Mutation,
  Resolver,
} from 'type-graphql'
import type { ModelName } from '../../../db/read/model.js'
import type { Operation } from '../../../domain/access/policy.js'
import type { Domain } from '../../../domain/domain.js'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { nounOf } from '../../../domain/noun.js'
import type { RemovableModel } from '../../../domain/record/require-record.js'
import { type Context, domainOf } from '../../context.js'
import { mutate, payloadType } from './payload.type.js'

interface RecordMutation {
  readonly name: Operation
  readonly model: ModelName
  /** The payload's field for the record. */
  readonly field: string
  readonly node: () => ClassType
  readonly description: string
  readonly verb: (domain: Domain, input: { readonly id: string }) => Promise<{ id: number }>
}

/** A mutation whose input only names its record: `startJob(input: { id }) { job userErrors }`. */
export function recordMutation(declared: RecordMutation): ClassType {
  const { name, model, field, node, description, verb } = declared
  const typeName = name.charAt(0).toUpperCase() + name.slice(1)
  const record = nounOf(model)

  @InputType(`${typeName}Input`, { description: `Which ${record} is meant.` })
  class Input {
    @Field(() => ID, { description: `The UUID of the ${record}.` })
    readonly id!: string
  }
  const Payload = payloadType(`${typeName}Payload`, field, node)

  @Resolver()
  class RecordMutationResolver {
    @Mutation(() => Payload, { nullable: true, name, description })
    carryOut(
      @Arg('input', () => Input, { description: `Which ${record} is meant.` }) input: Input,
      @Ctx() context: Context,
      @Info() info: GraphQLResolveInfo,
    ) {
      return mutate(context, info, model, field, () => verb(domainOf(context), input))
    }
  }
  return RecordMutationResolver
}

/** The mutations `remove…` and `restore…` of a kind of record. `limits` tells when one is not removed. */
export function removalMutations(
  model: RemovableModel,
  field: string,
  node: () => ClassType,
  limits = '',
): ClassType[] {
  const record = nounOf(model)
  return [
    recordMutation({
      name: `remove${model}`,
      model,
      field,
      node,
      description: `Takes ${articleOf(record)} ${record} out of all lists, until it is restored. ${limits && `${limits} `}Removing it again changes nothing. For admins.`,
      verb: (domain, input) => removeRecord(domain, model, input),
    }),
    recordMutation({
      name: `restore${model}`,
      model,
      field,
      node,
      description: `Brings a removed ${record} back as it was, unless something that it needs is removed. Restoring it again changes nothing. For admins.`,
      verb: (domain, input) => restoreRecord(domain, model, input),
    }),
  ]
}

const articleOf = (noun: string) => (/^a/.test(noun) ? 'an' : 'a')
