import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { SiteArgs } from '../site/site.args.js'
import { SiteConnection } from '../site/site.type.js'
import { ClientArgs } from './client.args.js'
import { ClientConnection, ClientNode } from './client.type.js'

@Resolver(() => ClientNode)
export class ClientResolver {
  @Query(() => ClientNode, { nullable: true, description: 'One client; null where there is none.' })
  client(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => ClientConnection, { description: 'The clients of the company.' })
  clients(@Read(() => ClientArgs) read: GraphReader) {
    return read.connection('Client')
  }

  @FieldResolver(() => SiteConnection, { description: 'The sites of the client.' })
  sites(@Root() client: object, @Read(() => SiteArgs) read: GraphReader) {
    return read.children(client)
  }
}
