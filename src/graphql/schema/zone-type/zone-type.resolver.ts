import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { AssetTypeArgs } from '../asset-type/asset-type.args.js'
import { AssetTypeConnection } from '../asset-type/asset-type.type.js'
import { ZoneArgs } from '../zone/zone.args.js'
import { ZoneConnection } from '../zone/zone.type.js'
import { ZoneTypeArgs } from './zone-type.args.js'
import { ZoneTypeConnection, ZoneTypeNode } from './zone-type.type.js'

@Resolver(() => ZoneTypeNode)
export class ZoneTypeResolver {
  @Query(() => ZoneTypeNode, {
    nullable: true,
    description: 'One zone type; null where there is none.',
  })
  zoneType(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => ZoneTypeConnection, {
    description: 'The zone types of the company; Set A calls them asset groups.',
  })
  zoneTypes(@Read(() => ZoneTypeArgs) read: GraphReader) {
    return read.connection('ZoneType')
  }

  @FieldResolver(() => ZoneConnection, { description: 'The zones of the type.' })
  zones(@Root() zoneType: object, @Read(() => ZoneArgs) read: GraphReader) {
    return read.children(zoneType)
  }

  @FieldResolver(() => AssetTypeConnection, {
    description: 'The types of asset that are expected in such zones.',
  })
  assetTypes(@Root() zoneType: object, @Read(() => AssetTypeArgs) read: GraphReader) {
    return read.children(zoneType)
  }
}
