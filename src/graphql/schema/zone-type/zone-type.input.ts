import { Field, ID, InputType } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import type { NewZoneType } from '../../../domain/zone-type/create-zone-type.js'
import type { ZoneTypeChange } from '../../../domain/zone-type/update-zone-type.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType({ description: 'What may be known of a type of zone besides its description.' })
abstract class ZoneTypeDetailsInput {
  @Field(() => RiskLevelEnum, {
    nullable: true,
    description:
      'How much a failure in such a zone matters; null: nobody says. Set A `risk_id`, Set B `riskLevel`.',
  })
  readonly riskLevel?: RiskLevel | null

  @Field(() => [ID], {
    nullable: true,
    description:
      'The types of asset that are expected in such zones: the whole list; null: none. Set A `asset_types`.',
  })
  readonly assetTypeIds?: string[] | null
}

@InputType('CreateZoneTypeInput', {
  description: 'A type of zone to be. Set A calls it an asset group, Set B a zone type.',
})
export class CreateZoneTypeInput extends ZoneTypeDetailsInput implements NewZoneType {
  @Field(() => String, {
    description: 'What people call the type; `description` in Set A and Set B.',
  })
  readonly description!: string
}

@InputType('UpdateZoneTypeInput', {
  description: 'What to change of a type of zone; what is absent stays.',
})
export class UpdateZoneTypeInput extends ZoneTypeDetailsInput implements ZoneTypeChange {
  @Field(() => ID, { description: 'The UUID of the type; Set B `id`.' })
  readonly id!: string

  @Field(() => String, {
    nullable: true,
    description: 'What people call the type; null is refused. `description` in Set A and Set B.',
  })
  readonly description?: string | null
}
