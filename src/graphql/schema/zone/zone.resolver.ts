import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { AssetArgs } from '../asset/asset.args.js'
import { AssetConnection } from '../asset/asset.type.js'
import { JobArgs } from '../job/job.args.js'
import { JobConnection } from '../job/job.type.js'
import { ZoneArgs } from './zone.args.js'
import { ZoneConnection, ZoneNode } from './zone.type.js'

@Resolver(() => ZoneNode)
export class ZoneResolver {
  @Query(() => ZoneNode, { nullable: true, description: 'One zone; null where there is none.' })
  zone(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => ZoneConnection, { description: 'The zones of the company.' })
  zones(@Read(() => ZoneArgs) read: GraphReader) {
    return read.connection('Zone')
  }

  @FieldResolver(() => AssetConnection, { description: 'The assets in the zone.' })
  assets(@Root() zone: object, @Read(() => AssetArgs) read: GraphReader) {
    return read.children(zone)
  }

  @FieldResolver(() => JobConnection, { description: 'The jobs that name the zone.' })
  jobs(@Root() zone: object, @Read(() => JobArgs) read: GraphReader) {
    return read.children(zone)
  }
}
