import { Resolver, Root } from 'type-graphql'
import { hasUuid } from '../../read/lookups.js'
import { ConnectionField, ConnectionQuery, Id, RecordQuery } from '../common/query.decorator.js'
import { Read } from '../common/read.decorator.js'
import { InspectionConnection } from '../inspection/inspection.connection.js'
import { JobConnection } from '../job/job.connection.js'
import { SiteConnection } from '../site/site.connection.js'
import { UserConnection } from './user.connection.js'
import { UserNode } from './user.type.js'

@Resolver(() => UserNode)
export class UserResolver {
  @RecordQuery(UserNode, 'The user with this id; null if there is none.')
  user(@Id() id: string, @Read() read: Read) {
    return read.record(hasUuid(id))
  }

  @ConnectionQuery(UserConnection, 'The users of the company.')
  users(@Read() read: Read) {
    return read.connection('User')
  }

  @ConnectionField(SiteConnection, 'The sites that the user manages.')
  sites(@Root() user: object, @Read() read: Read) {
    return read.children(user)
  }

  @ConnectionField(JobConnection, 'The jobs whose technician is the user.')
  jobs(@Root() user: object, @Read() read: Read) {
    return read.children(user)
  }

  @ConnectionField(InspectionConnection, 'The inspections by the user.')
  inspections(@Root() user: object, @Read() read: Read) {
    return read.children(user)
  }
}
