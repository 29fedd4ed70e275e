import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { AssetArgs } from '../asset/asset.args.js'
import { AssetConnection } from '../asset/asset.type.js'
import { ZoneTypeArgs } from '../zone-type/zone-type.args.js'
import { ZoneTypeConnection } from '../zone-type/zone-type.type.js'
import { AssetTypeArgs } from './asset-type.args.js'
import { AssetTypeConnection, AssetTypeNode } from './asset-type.type.js'

@Resolver(() => AssetTypeNode)
export class AssetTypeResolver {
  @Query(() => AssetTypeNode, {
    nullable: true,
    description: 'One asset type; null where there is none.',
  })
  assetType(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => AssetTypeConnection, { description: 'The asset types of the company.' })
  assetTypes(@Read(() => AssetTypeArgs) read: GraphReader) {
    return read.connection('AssetType')
  }

  @FieldResolver(() => AssetConnection, { description: 'The assets of the type.' })
  assets(@Root() assetType: object, @Read(() => AssetArgs) read: GraphReader) {
    return read.children(assetType)
  }

  @FieldResolver(() => ZoneTypeConnection, {
    description: 'The types of zone in which such assets are expected.',
  })
  zoneTypes(@Root() assetType: object, @Read(() => ZoneTypeArgs) read: GraphReader) {
    return read.children(assetType)
  }
}
