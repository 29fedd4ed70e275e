import { Resolver } from 'type-graphql'
import { createAssets } from '../../../domain/asset/create-assets.js'
import { updateAssets } from '../../../domain/asset/update-assets.js'
import type { Bulk } from '../../../domain/bulk/rows.js'
import { BulkInput, BulkMutation } from '../common/bulk.decorator.js'
import { MutationWriter } from '../common/write.decorator.js'
import { CreateAssetsRow, UpdateAssetsRow } from './asset.input.js'
import { AssetNode } from './asset.type.js'

@Resolver()
export class AssetBulkMutation {
  @BulkMutation(
    AssetNode,
    'Creates assets, each together with its barcode. A row is invalid if an earlier row has the same code or barcode. For admins and technicians.',
  )
  createAssets(
    @BulkInput(CreateAssetsRow) input: Bulk<CreateAssetsRow>,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.records((domain) => createAssets(domain, input))
  }

  @BulkMutation(
    AssetNode,
    'Updates assets, each like `updateAsset`. Two rows cannot change the same asset. A new code is rejected as `TAKEN` if an asset had it before the mutation, or if an earlier row sets it. For admins and technicians.',
  )
  updateAssets(
    @BulkInput(UpdateAssetsRow) input: Bulk<UpdateAssetsRow>,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.records((domain) => updateAssets(domain, input))
  }
}
