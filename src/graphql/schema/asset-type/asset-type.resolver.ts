import { Resolver, Root } from 'type-graphql'
import { hasUuid } from '../../read/lookups.js'
import { AssetConnection } from '../asset/asset.connection.js'
import { ConnectionField, ConnectionQuery, Id, RecordQuery } from '../common/query.decorator.js'
import { Read } from '../common/read.decorator.js'
import { ZoneTypeConnection } from '../zone-type/zone-type.connection.js'
import { AssetTypeConnection } from './asset-type.connection.js'
import { AssetTypeNode } from './asset-type.type.js'

@Resolver(() => AssetTypeNode)
export class AssetTypeResolver {
  @RecordQuery(AssetTypeNode, 'The asset type with this id; null if there is none.')
  assetType(@Id() id: string, @Read() read: Read) {
    return read.record(hasUuid(id))
  }

  @ConnectionQuery(AssetTypeConnection, 'The asset types of the company.')
  assetTypes(@Read() read: Read) {
    return read.connection('AssetType')
  }

  @ConnectionField(AssetConnection, 'The assets of the type.')
  assets(@Root() assetType: object, @Read() read: Read) {
    return read.children(assetType)
  }

  @ConnectionField(ZoneTypeConnection, 'The types of zones where assets of this type are expected.')
  zoneTypes(@Root() assetType: object, @Read() read: Read) {
    return read.children(assetType)
  }
}
