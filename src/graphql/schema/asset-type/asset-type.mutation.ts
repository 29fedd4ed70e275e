import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createAssetType } from '../../../domain/asset-type/create-asset-type.js'
import { updateAssetType } from '../../../domain/asset-type/update-asset-type.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateAssetTypeInput, UpdateAssetTypeInput } from './asset-type.input.js'
import { AssetTypeNode } from './asset-type.type.js'

@Resolver()
export class AssetTypeMutation {
  @RecordMutation(AssetTypeNode, 'Creates an asset type. For admins.')
  createAssetType(
    @Input(CreateAssetTypeInput) input: CreateAssetTypeInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createAssetType(domain, input))
  }

  @RecordMutation(AssetTypeNode, 'Updates an asset type. For admins.')
  updateAssetType(
    @Input(UpdateAssetTypeInput) input: UpdateAssetTypeInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.update(input, updateAssetType)
  }

  @RemoveMutation(AssetTypeNode)
  removeAssetType(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'AssetType', input))
  }

  @RestoreMutation(AssetTypeNode)
  restoreAssetType(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'AssetType', input))
  }
}
