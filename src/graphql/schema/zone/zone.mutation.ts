import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createZone } from '../../../domain/zone/create-zone.js'
import { updateZone } from '../../../domain/zone/update-zone.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateZoneInput, UpdateZoneInput } from './zone.input.js'
import { ZoneNode } from './zone.type.js'

const CreateZonePayload = payloadType('CreateZonePayload', 'zone', () => ZoneNode)
const UpdateZonePayload = payloadType('UpdateZonePayload', 'zone', () => ZoneNode)

@Resolver()
export class ZoneMutation {
  @Mutation(() => CreateZonePayload, {
    nullable: true,
    description: 'Adds a zone to a site. For admins.',
  })
  createZone(
    @Arg('input', () => CreateZoneInput, { description: 'The zone to be.' })
    input: CreateZoneInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Zone', 'zone', () => createZone(domainOf(context), input))
  }

  @Mutation(() => UpdateZonePayload, { nullable: true, description: 'Changes a zone. For admins.' })
  updateZone(
    @Arg('input', () => UpdateZoneInput, { description: 'What to change.' })
    input: UpdateZoneInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Zone', 'zone', () => updateZone(domainOf(context), input))
  }
}

export const zoneRemovalMutations = removalMutations(
  'Zone',
  'zone',
  () => ZoneNode,
  'Refused while it has assets.',
)
