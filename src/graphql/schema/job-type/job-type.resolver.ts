import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { JobConnection } from '../job/job.connection.js'
import { JobTypeConnection } from './job-type.connection.js'
import { JobTypeNode } from './job-type.type.js'

@Resolver(() => JobTypeNode)
export class JobTypeResolver {
  @RecordQuery(JobTypeNode, 'The job type with this id or key; null if there is none.')
  jobType(@Key(keyInput('JobType')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(JobTypeConnection, 'The job types of the company.')
  jobTypes(@FieldReader() read: FieldReader) {
    return read.connection('JobType')
  }

  @ConnectionField(JobConnection, 'The jobs of the type.')
  jobs(@Root() jobType: object, @FieldReader() read: FieldReader) {
    return read.children(jobType)
  }
}
