import { Resolver } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { Key, KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'
import { ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { RiskConnection } from './risk.connection.js'
import { RiskLevelEnum, RiskNode } from './risk.type.js'

@KeyInput('Risk')
class RiskKey {
  @Nullable(RiskLevelEnum, 'The level.')
  readonly level?: RiskLevel | null
}

@Resolver(() => RiskNode)
export class RiskResolver {
  @RecordQuery(RiskNode, 'The risk with this id or key; null if there is none.')
  risk(@Key(RiskKey) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(RiskConnection, 'The four risks, the same for every company.')
  risks(@FieldReader() read: FieldReader) {
    return read.connection('Risk')
  }
}
