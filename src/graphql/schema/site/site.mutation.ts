import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createSite } from '../../../domain/site/create-site.js'
import { updateSite } from '../../../domain/site/update-site.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateSiteInput, UpdateSiteInput } from './site.input.js'
import { SiteNode } from './site.type.js'

const CreateSitePayload = payloadType('CreateSitePayload', 'site', () => SiteNode)
const UpdateSitePayload = payloadType('UpdateSitePayload', 'site', () => SiteNode)

@Resolver()
export class SiteMutation {
  @Mutation(() => CreateSitePayload, {
    nullable: true,
    description: 'Adds a site of a client. For admins.',
  })
  createSite(
    @Arg('input', () => CreateSiteInput, { description: 'The site to be.' })
    input: CreateSiteInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Site', 'site', () => createSite(domainOf(context), input))
  }

  @Mutation(() => UpdateSitePayload, { nullable: true, description: 'Changes a site. For admins.' })
  updateSite(
    @Arg('input', () => UpdateSiteInput, { description: 'What to change.' })
    input: UpdateSiteInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Site', 'site', () => updateSite(domainOf(context), input))
  }
}

export const siteRemovalMutations = removalMutations(
  'Site',
  'site',
  () => SiteNode,
  'Refused while it has zones or open jobs.',
)
