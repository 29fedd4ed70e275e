import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createAsset } from '../../domain/asset/create-asset.js'
import { updateAsset } from '../../domain/asset/update-asset.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { type Context, domainOf } from '../context.js'
import { CreateAssetInput, UpdateAssetInput } from './asset.input.js'
import { AssetNodeType } from './asset.type.js'

const CreateAssetPayload = payloadType('CreateAssetPayload', 'asset', () => AssetNodeType)
const UpdateAssetPayload = payloadType('UpdateAssetPayload', 'asset', () => AssetNodeType)

@Resolver()
export class AssetMutation {
  @Mutation(() => CreateAssetPayload, {
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
