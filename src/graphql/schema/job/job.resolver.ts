import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { DocumentArgs } from '../document/document.args.js'
import { DocumentConnection } from '../document/document.type.js'
import { InspectionArgs } from '../inspection/inspection.args.js'
import { InspectionConnection } from '../inspection/inspection.type.js'
import { ZoneArgs } from '../zone/zone.args.js'
import { ZoneConnection } from '../zone/zone.type.js'
import { JobArgs } from './job.args.js'
import { JobConnection, JobNode } from './job.type.js'

@Resolver(() => JobNode)
export class JobResolver {
  @Query(() => JobNode, { nullable: true, description: 'One job; null where there is none.' })
  job(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => JobConnection, { description: 'The jobs of the company.' })
  jobs(@Read(() => JobArgs) read: GraphReader) {
    return read.connection('Job')
  }

  @FieldResolver(() => ZoneConnection, {
    description: 'The zones of the site that the job is about; none means the whole site.',
  })
  zones(@Root() job: object, @Read(() => ZoneArgs) read: GraphReader) {
    return read.children(job)
  }

  @FieldResolver(() => DocumentConnection, { description: 'The files that belong to the job.' })
  documents(@Root() job: object, @Read(() => DocumentArgs) read: GraphReader) {
    return read.children(job)
  }

  @FieldResolver(() => InspectionConnection, { description: 'What was inspected during the job.' })
  inspections(@Root() job: object, @Read(() => InspectionArgs) read: GraphReader) {
    return read.children(job)
  }
}
