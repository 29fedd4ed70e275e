import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createClient } from '../../../domain/client/create-client.js'
import { updateClient } from '../../../domain/client/update-client.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateClientInput, UpdateClientInput } from './client.input.js'
import { ClientNode } from './client.type.js'

const CreateClientPayload = payloadType('CreateClientPayload', 'client', () => ClientNode)
const UpdateClientPayload = payloadType('UpdateClientPayload', 'client', () => ClientNode)

@Resolver()
export class ClientMutation {
  @Mutation(() => CreateClientPayload, {
    nullable: true,
    description: 'Adds a client. For admins.',
  })
  createClient(
    @Arg('input', () => CreateClientInput, { description: 'The client to be.' })
    input: CreateClientInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Client', 'client', () => createClient(domainOf(context), input))
  }

  @Mutation(() => UpdateClientPayload, {
    nullable: true,
    description: 'Changes a client. For admins.',
  })
  updateClient(
    @Arg('input', () => UpdateClientInput, { description: 'What to change.' })
    input: UpdateClientInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Client', 'client', () => updateClient(domainOf(context), input))
  }
}

export const clientRemovalMutations = removalMutations(
  'Client',
  'client',
  () => ClientNode,
  'Refused while it has sites.',
)
