import { Resolver } from 'type-graphql'
import { hasUuid } from '../../read/lookups.js'
import { AssetNode } from '../asset/asset.type.js'
import { NonNull } from '../common/type.decorator.js'
import { ConnectionQuery, Id, RecordQuery } from '../common/query.decorator.js'
import { Read } from '../common/read.decorator.js'
import { BarcodeConnection } from './barcode.connection.js'
import { BarcodeNode } from './barcode.type.js'

NonNull(AssetNode, 'The asset that the barcode is on.')(BarcodeNode.prototype, 'asset')

@Resolver(() => BarcodeNode)
export class BarcodeResolver {
  @RecordQuery(BarcodeNode, 'The barcode with this id; null if there is none.')
  barcode(@Id() id: string, @Read() read: Read) {
    return read.record(hasUuid(id))
  }

  @ConnectionQuery(BarcodeConnection, 'The barcodes of the company.')
  barcodes(@Read() read: Read) {
    return read.connection('Barcode')
  }
}
