import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createAsset } from '../../../domain/asset/create-asset.js'
import { decommissionAsset } from '../../../domain/asset/decommission-asset.js'
import { updateAsset } from '../../../domain/asset/update-asset.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { recordMutation, removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateAssetInput, UpdateAssetInput } from './asset.input.js'
import { AssetNode } from './asset.type.js'

const CreateAssetPayload = payloadType('CreateAssetPayload', 'asset', () => AssetNode)
const UpdateAssetPayload = payloadType('UpdateAssetPayload', 'asset', () => AssetNode)

@Resolver()
export class AssetMutation {
  @Mutation(() => CreateAssetPayload, {
    nullable: true,
    description: 'Puts an asset, with its barcode, into a zone. For admins and technicians.',
  })
  createAsset(
    @Arg('input', () => CreateAssetInput, { description: 'The asset to be.' })
    input: CreateAssetInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Asset', 'asset', () => createAsset(domainOf(context), input))
  }

  @Mutation(() => UpdateAssetPayload, {
    nullable: true,
    description: 'Changes an asset. For admins and technicians.',
  })
  updateAsset(
    @Arg('input', () => UpdateAssetInput, { description: 'What to change.' })
    input: UpdateAssetInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Asset', 'asset', () => updateAsset(domainOf(context), input))
  }
}

export const DecommissionAssetMutation = recordMutation({
  name: 'decommissionAsset',
  model: 'Asset',
  field: 'asset',
  node: () => AssetNode,
  description:
    'Takes an asset out of use, for good: it is inspected no more and counts as neither defective nor overdue. For admins.',
  verb: decommissionAsset,
})

export const assetRemovalMutations = removalMutations('Asset', 'asset', () => AssetNode)
