import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createUser } from '../../../domain/user/create-user.js'
import { updateUser } from '../../../domain/user/update-user.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateUserInput, UpdateUserInput } from './user.input.js'
import { UserNode } from './user.type.js'

const CreateUserPayload = payloadType('CreateUserPayload', 'user', () => UserNode)
const UpdateUserPayload = payloadType('UpdateUserPayload', 'user', () => UserNode)

@Resolver()
export class UserMutation {
  @Mutation(() => CreateUserPayload, {
    nullable: true,
    description: 'Adds a user, with a role in the company. For admins.',
  })
  createUser(
    @Arg('input', () => CreateUserInput, { description: 'The user to be.' })
    input: CreateUserInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'User', 'user', () => createUser(domainOf(context), input))
  }

  @Mutation(() => UpdateUserPayload, { nullable: true, description: 'Changes a user. For admins.' })
  updateUser(
    @Arg('input', () => UpdateUserInput, { description: 'What to change.' })
    input: UpdateUserInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'User', 'user', () => updateUser(domainOf(context), input))
  }
}

export const userRemovalMutations = removalMutations(
  'User',
  'user',
  () => UserNode,
  'Refused for the one who asks, the company’s primary user and its last admin, and while the user has open jobs or manages sites.',
)
