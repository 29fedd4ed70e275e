import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { AssetConnection } from '../asset/asset.connection.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { JobConnection } from '../job/job.connection.js'
import { ZoneConnection } from './zone.connection.js'
import { ZoneNode } from './zone.type.js'

@Resolver(() => ZoneNode)
export class ZoneResolver {
  @RecordQuery(ZoneNode, 'The zone with this id or key; null if there is none.')
  zone(@Key(keyInput('Zone')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(ZoneConnection, 'The zones of the company.')
  zones(@FieldReader() read: FieldReader) {
    return read.connection('Zone')
  }

  @ConnectionField(AssetConnection, 'The assets in the zone.')
  assets(@Root() zone: object, @FieldReader() read: FieldReader) {
    return read.children(zone)
  }

  @ConnectionField(
    JobConnection,
    'The jobs that list the zone in `zones`. Jobs about the whole site are not included.',
  )
  jobs(@Root() zone: object, @FieldReader() read: FieldReader) {
    return read.children(zone)
  }
}
