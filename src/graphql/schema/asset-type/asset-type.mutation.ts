import { Resolver } from 'type-graphql'
import { createAssetType } from '../../../domain/asset-type/create-asset-type.js'
import { updateAssetType } from '../../../domain/asset-type/update-asset-type.js'
import { Input, RecordMutation, Write } from '../common/write.decorator.js'
import { CreateAssetTypeInput, UpdateAssetTypeInput } from './asset-type.input.js'
import { AssetTypeNode } from './asset-type.type.js'

@Resolver()
export class AssetTypeMutation {
  @RecordMutation(AssetTypeNode, 'Creates an asset type. For admins.')
  createAssetType(@Input(CreateAssetTypeInput) input: CreateAssetTypeInput, @Write() write: Write) {
    return write.record((domain) => createAssetType(domain, input))
  }

  @RecordMutation(AssetTypeNode, 'Updates an asset type. For admins.')
  updateAssetType(@Input(UpdateAssetTypeInput) input: UpdateAssetTypeInput, @Write() write: Write) {
    return write.record((domain) => updateAssetType(domain, input))
  }
}
