import { ID, InputType } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import type { NewZoneType } from '../../../domain/zone-type/create-zone-type.js'
import type { ZoneTypeChange } from '../../../domain/zone-type/update-zone-type.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType({ description: 'The optional fields of a zone type.' })
abstract class ZoneTypeDetailsInput {
  @Nullable(RiskLevelEnum, 'How much a failure in a zone of this type matters; null if unknown.')
  readonly riskLevel?: RiskLevel | null

  @Nullable([ID], 'All asset types that are expected in zones of this type; null for none.')
  readonly assetTypeIds?: string[] | null
}

@InputObject('CreateZoneTypeInput', 'The zone type to create.')
export class CreateZoneTypeInput extends ZoneTypeDetailsInput implements NewZoneType {
  @NonNull(String, 'The name of the type.')
  readonly name!: string
}

@InputObject('UpdateZoneTypeInput', 'Changes to a zone type. Absent fields keep their values.')
export class UpdateZoneTypeInput extends ZoneTypeDetailsInput implements ZoneTypeChange {
  @NonNull(ID, 'The UUID of the zone type.')
  readonly id!: string

  @Nullable(String, 'The name of the type. Null is rejected.')
  readonly name?: string | null
}
