import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { AssetConnection } from '../asset/asset.connection.js'
import { Key, KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { ZoneTypeConnection } from '../zone-type/zone-type.connection.js'
import { AssetTypeConnection } from './asset-type.connection.js'
import { AssetTypeNode } from './asset-type.type.js'

@KeyInput('AssetType')
class AssetTypeKey {
  @Nullable(String, 'The short code, case-sensitive.')
  readonly shortCode?: string | null
}

@Resolver(() => AssetTypeNode)
export class AssetTypeResolver {
  @RecordQuery(AssetTypeNode, 'The asset type with this id or key; null if there is none.')
  assetType(@Key(AssetTypeKey) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(AssetTypeConnection, 'The asset types of the company.')
  assetTypes(@FieldReader() read: FieldReader) {
    return read.connection('AssetType')
  }

  @ConnectionField(AssetConnection, 'The assets of the type.')
  assets(@Root() assetType: object, @FieldReader() read: FieldReader) {
    return read.children(assetType)
  }

  @ConnectionField(ZoneTypeConnection, 'The types of zones where assets of this type are expected.')
  zoneTypes(@Root() assetType: object, @FieldReader() read: FieldReader) {
    return read.children(assetType)
  }
}
