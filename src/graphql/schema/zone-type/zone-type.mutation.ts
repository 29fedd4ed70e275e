import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createZoneType } from '../../../domain/zone-type/create-zone-type.js'
import { updateZoneType } from '../../../domain/zone-type/update-zone-type.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateZoneTypeInput, UpdateZoneTypeInput } from './zone-type.input.js'
import { ZoneTypeNode } from './zone-type.type.js'

const CreateZoneTypePayload = payloadType('CreateZoneTypePayload', 'zoneType', () => ZoneTypeNode)
const UpdateZoneTypePayload = payloadType('UpdateZoneTypePayload', 'zoneType', () => ZoneTypeNode)

@Resolver()
export class ZoneTypeMutation {
  @Mutation(() => CreateZoneTypePayload, {
    nullable: true,
    description: 'Adds a type of zone. For admins.',
  })
  createZoneType(
    @Arg('input', () => CreateZoneTypeInput, { description: 'The type to be.' })
    input: CreateZoneTypeInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'ZoneType', 'zoneType', () =>
      createZoneType(domainOf(context), input),
    )
  }

  @Mutation(() => UpdateZoneTypePayload, {
    nullable: true,
    description: 'Changes a type of zone. For admins.',
  })
  updateZoneType(
    @Arg('input', () => UpdateZoneTypeInput, { description: 'What to change.' })
    input: UpdateZoneTypeInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'ZoneType', 'zoneType', () =>
      updateZoneType(domainOf(context), input),
    )
  }
}

export const zoneTypeRemovalMutations = removalMutations(
  'ZoneType',
  'zoneType',
  () => ZoneTypeNode,
  'Refused while there are zones of it.',
)
