import { Field, ID, InputType, Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import type { NewSite } from '../../../domain/site/create-site.js'
import type { SiteAddress, SiteDetails } from '../../../domain/site/site-details.js'
import type { SiteChange } from '../../../domain/site/update-site.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType('AddressInput', {
  description: 'Where a site is; what is absent stays, or is not known of a new site.',
})
export class AddressInput implements SiteAddress {
  @Field(() => String, {
    nullable: true,
    description: 'Street and number; null: not known. Set B `street`.',
  })
  readonly street?: string | null

  @Field(() => String, { nullable: true, description: 'City; null: not known. Set B `city`.' })
  readonly city?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'County or region; null: not known. Set B `region`.',
  })
  readonly region?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The IANA zone in which local times of jobs are read, such as `Europe/London`, in any case; null: UTC. Set B `timezone`.',
  })
  readonly timezone?: string | null
}

@InputType({ description: 'What may be known of a site besides its client and name.' })
abstract class SiteDetailsInput implements SiteDetails {
  @Field(() => ID, {
    nullable: true,
    description:
      'The user who answers for the site, who must be active; null: nobody. Set B `siteManagerUserId`.',
  })
  readonly managerId?: string | null

  @Field(() => AddressInput, {
    nullable: true,
    description: 'Where the site is; null: nothing of it is known. Set B `address`.',
  })
  readonly address?: AddressInput | null

  @Field(() => RiskLevelEnum, {
    nullable: true,
    description: 'How much a failure matters; null: nobody says. Set A `risk_id`.',
  })
  readonly riskLevel?: RiskLevel | null

  @Field(() => String, {
    nullable: true,
    description:
      'The name in law; null: the client’s holds. Set A `legal_name`, Set B `legalName`.',
  })
  readonly legalName?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'In the register of companies; null: not known. Set A `registration_number`, Set B `registrationNumber`.',
  })
  readonly registrationNumber?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'For tax; null: not known. Set A `vat_number`, Set B `vatNumber`.',
  })
  readonly vatNumber?: string | null
}

@InputType('CreateSiteInput', { description: 'A site to be; Set B B17.' })
export class CreateSiteInput extends SiteDetailsInput implements NewSite {
  @Field(() => ID, { description: 'Whose site it is; Set A `client_id`, Set B `clientId`.' })
  readonly clientId!: string

  @Field(() => String, { description: 'What people call the site; `name` in Set A and Set B.' })
  readonly name!: string

  @Field(() => Int, {
    nullable: true,
    description:
      'The site is failing when this many of its assets are defective, at least 1; null or absent: 1. Set A `failure_threshold`, Set B `failureThreshold`.',
  })
  readonly failureThreshold?: number | null
}

@InputType('UpdateSiteInput', {
  description: 'What to change of a site; what is absent stays. Set B B16.',
})
export class UpdateSiteInput extends SiteDetailsInput implements SiteChange {
  @Field(() => ID, { description: 'The UUID of the site; Set B `id`.' })
  readonly id!: string

  @Field(() => ID, {
    nullable: true,
    description: 'Whose site it now is; null is refused. Set A `client_id`, Set B `clientId`.',
  })
  readonly clientId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What people call the site; null is refused. `name` in Set A and Set B.',
  })
  readonly name?: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'The site is failing when this many of its assets are defective, at least 1; null is refused. Set A `failure_threshold`, Set B `failureThreshold`.',
  })
  readonly failureThreshold?: number | null
}
