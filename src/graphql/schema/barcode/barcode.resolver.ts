import { Resolver } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { AssetNode } from '../asset/asset.type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { Key, KeyInput } from '../common/key.input.js'
import { ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { BarcodeConnection } from './barcode.connection.js'
import { BarcodeNode } from './barcode.type.js'

NonNull(AssetNode, 'The asset that the barcode is on.')(BarcodeNode.prototype, 'asset')

@KeyInput('Barcode')
class BarcodeKey {
  @Nullable(String, 'The scanned text, case-sensitive.')
  readonly data?: string | null
}

@Resolver(() => BarcodeNode)
export class BarcodeResolver {
  @RecordQuery(BarcodeNode, 'The barcode with this id or key; null if there is none.')
  barcode(@Key(BarcodeKey) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(BarcodeConnection, 'The barcodes of the company.')
  barcodes(@FieldReader() read: FieldReader) {
    return read.connection('Barcode')
  }
}
