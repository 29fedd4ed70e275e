import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createAssetType } from '../../../domain/asset-type/create-asset-type.js'
import { updateAssetType } from '../../../domain/asset-type/update-asset-type.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateAssetTypeInput, UpdateAssetTypeInput } from './asset-type.input.js'
import { AssetTypeNode } from './asset-type.type.js'

const CreateAssetTypePayload = payloadType(
  'CreateAssetTypePayload',
  'assetType',
  () => AssetTypeNode,
)
const UpdateAssetTypePayload = payloadType(
  'UpdateAssetTypePayload',
  'assetType',
  () => AssetTypeNode,
)

@Resolver()
export class AssetTypeMutation {
  @Mutation(() => CreateAssetTypePayload, {
    nullable: true,
    description: 'Adds a type of asset. For admins.',
  })
  createAssetType(
    @Arg('input', () => CreateAssetTypeInput, { description: 'The type to be.' })
    input: CreateAssetTypeInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'AssetType', 'assetType', () =>
      createAssetType(domainOf(context), input),
    )
  }

  @Mutation(() => UpdateAssetTypePayload, {
    nullable: true,
    description: 'Changes a type of asset. For admins.',
  })
  updateAssetType(
    @Arg('input', () => UpdateAssetTypeInput, { description: 'What to change.' })
    input: UpdateAssetTypeInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'AssetType', 'assetType', () =>
      updateAssetType(domainOf(context), input),
    )
  }
}

export const assetTypeRemovalMutations = removalMutations(
  'AssetType',
  'assetType',
  () => AssetTypeNode,
  'Refused while there are assets of it.',
)
