import { Arg, Resolver, Root } from 'type-graphql'
import { hasBarcode, hasCode, hasUuid } from '../../read/lookups.js'
import { ConnectionField, ConnectionQuery, Id, RecordQuery } from '../common/query.decorator.js'
import { Read } from '../common/read.decorator.js'
import { DocumentConnection } from '../document/document.connection.js'
import { InspectionConnection } from '../inspection/inspection.connection.js'
import { AssetConnection } from './asset.connection.js'
import { AssetNode } from './asset.type.js'

@Resolver(() => AssetNode)
export class AssetResolver {
  @RecordQuery(AssetNode, 'The asset with this id; null if there is none.')
  asset(@Id() id: string, @Read() read: Read) {
    return read.record(hasUuid(id))
  }

  @RecordQuery(AssetNode, 'The asset with this code; null if there is none.')
  assetByCode(
    @Arg('code', () => String, { description: 'The complete code, case-sensitive.' }) code: string,
    @Read() read: Read,
  ) {
    return read.record(hasCode(code))
  }

  @RecordQuery(AssetNode, 'The asset with this barcode; null if there is none.')
  assetByBarcode(
    @Arg('data', () => String, { description: 'The scanned text.' }) data: string,
    @Read() read: Read,
  ) {
    return read.record(hasBarcode(data))
  }

  @ConnectionQuery(AssetConnection, 'The assets of the company.')
  assets(@Read() read: Read) {
    return read.connection('Asset')
  }

  @ConnectionField(DocumentConnection, 'The files that belong to the asset.')
  documents(@Root() asset: object, @Read() read: Read) {
    return read.children(asset)
  }

  @ConnectionField(InspectionConnection, 'The inspections of the asset.')
  inspections(@Root() asset: object, @Read() read: Read) {
    return read.children(asset)
  }
}
