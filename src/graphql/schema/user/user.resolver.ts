import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { InspectionArgs } from '../inspection/inspection.args.js'
import { InspectionConnection } from '../inspection/inspection.type.js'
import { JobArgs } from '../job/job.args.js'
import { JobConnection } from '../job/job.type.js'
import { SiteArgs } from '../site/site.args.js'
import { SiteConnection } from '../site/site.type.js'
import { UserArgs } from './user.args.js'
import { UserConnection, UserNode } from './user.type.js'

@Resolver(() => UserNode)
export class UserResolver {
  @Query(() => UserNode, { nullable: true, description: 'One user; null where there is none.' })
  user(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => UserConnection, { description: 'The users of the company.' })
  users(@Read(() => UserArgs) read: GraphReader) {
    return read.connection('User')
  }

  @FieldResolver(() => SiteConnection, { description: 'The sites that the user manages.' })
  sites(@Root() user: object, @Read(() => SiteArgs) read: GraphReader) {
    return read.children(user)
  }

  @FieldResolver(() => JobConnection, { description: 'The jobs that the user carries out.' })
  jobs(@Root() user: object, @Read(() => JobArgs) read: GraphReader) {
    return read.children(user)
  }

  @FieldResolver(() => InspectionConnection, { description: 'The inspections that the user made.' })
  inspections(@Root() user: object, @Read(() => InspectionArgs) read: GraphReader) {
    return read.children(user)
  }
}
