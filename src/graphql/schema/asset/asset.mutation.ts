import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createAsset } from '../../../domain/asset/create-asset.js'
import { decommissionAsset } from '../../../domain/asset/decommission-asset.js'
import { recommissionAsset } from '../../../domain/asset/recommission-asset.js'
import { updateAsset } from '../../../domain/asset/update-asset.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateAssetInput, RecommissionAssetInput, UpdateAssetInput } from './asset.input.js'
import { AssetNode } from './asset.type.js'

@Resolver()
export class AssetMutation {
  @RecordMutation(
    AssetNode,
    'Creates an asset in a zone, together with its barcode. For admins and technicians.',
  )
  createAsset(
    @Input(CreateAssetInput, { documents: true }) input: CreateAssetInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.newRecord('Asset', (domain) => createAsset(domain, input))
  }

  @RecordMutation(AssetNode, 'Updates an asset. For admins and technicians.')
  updateAsset(
    @Input(UpdateAssetInput, { documents: true }) input: UpdateAssetInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.updateWithDocuments('Asset', input, updateAsset)
  }

  @RecordMutation(
    AssetNode,
    'Takes an asset out of use, until `recommissionAsset`. It cannot be inspected, and its status is `DECOMMISSIONED`. For admins.',
  )
  decommissionAsset(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => decommissionAsset(domain, input))
  }

  @RecordMutation(
    AssetNode,
    'Puts a decommissioned asset back into use. Its status is that to which its inspections have led. For admins.',
  )
  recommissionAsset(
    @Input(RecommissionAssetInput) input: RecommissionAssetInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => recommissionAsset(domain, input))
  }

  @RemoveMutation(AssetNode, 'Its barcode is removed with it.')
  removeAsset(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Asset', input))
  }

  @RestoreMutation(AssetNode, 'Rejected while its zone or type is removed.')
  restoreAsset(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Asset', input))
  }
}
