import { ID, Int } from 'type-graphql'
import type { NewZone } from '../../../domain/zone/create-zone.js'
import type { ZoneChange } from '../../../domain/zone/update-zone.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputObject('CreateZoneInput', 'The zone to create. Null counts as absent.')
export class CreateZoneInput implements NewZone {
  @NonNull(ID, 'The site that the zone is part of.')
  readonly siteId!: string

  @NonNull(ID, 'The type of the zone.')
  readonly typeId!: string

  @NonNull(String, 'The name of the zone.')
  readonly name!: string

  @Nullable(Int, 'The floor area in whole square metres; null or 0 if it is not measured.')
  readonly sizeSquareMetres?: number | null
}

@InputObject('UpdateZoneInput', 'Changes to a zone. Absent fields keep their values.')
export class UpdateZoneInput implements ZoneChange {
  @NonNull(ID, 'The UUID of the zone.')
  readonly id!: string

  @Nullable(
    ID,
    'The site that the zone is part of. The assets of the zone move with it. Rejected if an open job is about the zone. Null is rejected.',
  )
  readonly siteId?: string | null

  @Nullable(ID, 'The type of the zone. Null is rejected.')
  readonly typeId?: string | null

  @Nullable(String, 'The name of the zone. Null is rejected.')
  readonly name?: string | null

  @Nullable(Int, 'The floor area in whole square metres; null or 0 if it is not measured.')
  readonly sizeSquareMetres?: number | null
}
