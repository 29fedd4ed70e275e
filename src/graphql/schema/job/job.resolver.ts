import { Int, Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { Key, KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { DocumentConnection } from '../document/document.connection.js'
import { FindingConnection } from '../finding/finding.connection.js'
import { InspectionConnection } from '../inspection/inspection.connection.js'
import { ZoneConnection } from '../zone/zone.connection.js'
import { JobConnection } from './job.connection.js'
import { JobNode } from './job.type.js'

@KeyInput('Job')
class JobKey {
  @Nullable(Int, 'The number of the job in the company.')
  readonly number?: number | null
}

@Resolver(() => JobNode)
export class JobResolver {
  @RecordQuery(JobNode, 'The job with this id or key; null if there is none.')
  job(@Key(JobKey) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(JobConnection, 'The jobs of the company.')
  jobs(@FieldReader() read: FieldReader) {
    return read.connection('Job')
  }

  @ConnectionField(ZoneConnection, 'The zones of the job; empty if it is about the whole site.')
  zones(@Root() job: object, @FieldReader() read: FieldReader) {
    return read.children(job)
  }

  @ConnectionField(
    JobConnection,
    'The other jobs of the technician whose scheduled times overlap with those of this job. Only jobs that are scheduled, in progress or paused, and assigned, are in conflict.',
  )
  conflicts(@Root() job: object, @FieldReader() read: FieldReader) {
    return read.children(job)
  }

  @ConnectionField(DocumentConnection, 'The files that belong to the job.')
  documents(@Root() job: object, @FieldReader() read: FieldReader) {
    return read.children(job)
  }

  @ConnectionField(InspectionConnection, 'The inspections that were part of the job.')
  inspections(@Root() job: object, @FieldReader() read: FieldReader) {
    return read.children(job)
  }

  @ConnectionField(
    FindingConnection,
    'The findings that the job is to resolve, unless a newer job was created for them.',
  )
  findings(@Root() job: object, @FieldReader() read: FieldReader) {
    return read.children(job)
  }
}
