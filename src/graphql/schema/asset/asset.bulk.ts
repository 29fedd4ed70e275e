import { Resolver } from 'type-graphql'
import { createAssets } from '../../../domain/asset/create-assets.js'
import type { Bulk } from '../../../domain/bulk/rows.js'
import { BulkInput, BulkMutation } from '../common/bulk.decorator.js'
import { Write } from '../common/write.decorator.js'
import { CreateAssetsRow } from './asset.input.js'
import { AssetNode } from './asset.type.js'

@Resolver()
export class AssetBulkMutation {
  @BulkMutation(
    AssetNode,
    'Creates assets, each together with its barcode. A row is invalid if an earlier row has the same code or barcode. For admins and technicians.',
  )
  createAssets(@BulkInput(CreateAssetsRow) input: Bulk<CreateAssetsRow>, @Write() write: Write) {
    return write.records((domain) => createAssets(domain, input))
  }
}
