import { Field, ID, InputType, Int } from 'type-graphql'
import type { NewZone } from '../../../domain/zone/create-zone.js'
import type { ZoneChange } from '../../../domain/zone/update-zone.js'

@InputType('CreateZoneInput', { description: 'A zone to be; Set B B21.' })
export class CreateZoneInput implements NewZone {
  @Field(() => ID, {
    description: 'The site that it is a part of; Set A `site_id`, Set B `siteId`.',
  })
  readonly siteId!: string

  @Field(() => ID, { description: 'What it is used for; Set A `type_id`, Set B `typeId`.' })
  readonly typeId!: string

  @Field(() => String, { description: 'What people call the zone; `name` in Set A and Set B.' })
  readonly name!: string

  @Field(() => Int, {
    nullable: true,
    description:
      'Floor area in whole square metres; 0, null or absent: not measured. Set A `size`.',
  })
  readonly size?: number | null
}

@InputType('UpdateZoneInput', {
  description: 'What to change of a zone, which stays at its site; what is absent stays.',
})
export class UpdateZoneInput implements ZoneChange {
  @Field(() => ID, { description: 'The UUID of the zone; Set B `id`.' })
  readonly id!: string

  @Field(() => ID, {
    nullable: true,
    description: 'What it is now used for; null is refused. Set A `type_id`, Set B `typeId`.',
  })
  readonly typeId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What people call the zone; null is refused. `name` in Set A and Set B.',
  })
  readonly name?: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Floor area in whole square metres; 0 or null: not measured. Set A `size`.',
  })
  readonly size?: number | null
}
