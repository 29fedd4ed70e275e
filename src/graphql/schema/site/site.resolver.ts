import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { AssetArgs } from '../asset/asset.args.js'
import { AssetConnection } from '../asset/asset.type.js'
import { JobArgs } from '../job/job.args.js'
import { JobConnection } from '../job/job.type.js'
import { ZoneArgs } from '../zone/zone.args.js'
import { ZoneConnection } from '../zone/zone.type.js'
import { SiteArgs } from './site.args.js'
import { SiteConnection, SiteNode } from './site.type.js'

@Resolver(() => SiteNode)
export class SiteResolver {
  @Query(() => SiteNode, { nullable: true, description: 'One site; null where there is none.' })
  site(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => SiteConnection, { description: 'The sites of the company.' })
  sites(@Read(() => SiteArgs) read: GraphReader) {
    return read.connection('Site')
  }

  @FieldResolver(() => ZoneConnection, { description: 'The zones of the site.' })
  zones(@Root() site: object, @Read(() => ZoneArgs) read: GraphReader) {
    return read.children(site)
  }

  @FieldResolver(() => AssetConnection, { description: 'The assets in all zones of the site.' })
  assets(@Root() site: object, @Read(() => AssetArgs) read: GraphReader) {
    return read.children(site)
  }

  @FieldResolver(() => JobConnection, { description: 'The jobs at the site.' })
  jobs(@Root() site: object, @Read(() => JobArgs) read: GraphReader) {
    return read.children(site)
  }
}
