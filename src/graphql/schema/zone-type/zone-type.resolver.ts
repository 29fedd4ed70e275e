import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { AssetTypeConnection } from '../asset-type/asset-type.connection.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { ZoneConnection } from '../zone/zone.connection.js'
import { ZoneTypeConnection } from './zone-type.connection.js'
import { ZoneTypeNode } from './zone-type.type.js'

@Resolver(() => ZoneTypeNode)
export class ZoneTypeResolver {
  @RecordQuery(ZoneTypeNode, 'The zone type with this id or key; null if there is none.')
  zoneType(@Key(keyInput('ZoneType')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(ZoneTypeConnection, 'The zone types of the company.')
  zoneTypes(@FieldReader() read: FieldReader) {
    return read.connection('ZoneType')
  }

  @ConnectionField(ZoneConnection, 'The zones of the type.')
  zones(@Root() zoneType: object, @FieldReader() read: FieldReader) {
    return read.children(zoneType)
  }

  @ConnectionField(AssetTypeConnection, 'The asset types that are expected in zones of this type.')
  assetTypes(@Root() zoneType: object, @FieldReader() read: FieldReader) {
    return read.children(zoneType)
  }
}
