import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { Key, KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { DocumentConnection } from '../document/document.connection.js'
import { FindingConnection } from '../finding/finding.connection.js'
import { InspectionConnection } from '../inspection/inspection.connection.js'
import { AssetConnection } from './asset.connection.js'
import { AssetNode } from './asset.type.js'

@KeyInput('Asset')
class AssetKey {
  @Nullable(String, 'The complete code, case-sensitive.')
  readonly code?: string | null

  @Nullable(String, 'The scanned text of its barcode.')
  readonly barcode?: string | null
}

@Resolver(() => AssetNode)
export class AssetResolver {
  @RecordQuery(AssetNode, 'The asset with this id or key; null if there is none.')
  asset(@Key(AssetKey) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(AssetConnection, 'The assets of the company.')
  assets(@FieldReader() read: FieldReader) {
    return read.connection('Asset')
  }

  @ConnectionField(DocumentConnection, 'The files that belong to the asset.')
  documents(@Root() asset: object, @FieldReader() read: FieldReader) {
    return read.children(asset)
  }

  @ConnectionField(InspectionConnection, 'The inspections of the asset.')
  inspections(@Root() asset: object, @FieldReader() read: FieldReader) {
    return read.children(asset)
  }

  @ConnectionField(FindingConnection, 'The findings about the asset.')
  findings(@Root() asset: object, @FieldReader() read: FieldReader) {
    return read.children(asset)
  }
}
