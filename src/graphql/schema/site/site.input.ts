import { ID, InputType, Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import type { NewSite } from '../../../domain/site/create-site.js'
import type { SiteAddress, SiteDetails } from '../../../domain/site/site-details.js'
import type { SiteChange } from '../../../domain/site/update-site.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputObject(
  'AddressInput',
  'The address of a site. Absent fields keep their values; for a new site they are unknown.',
)
export class AddressInput implements SiteAddress {
  @Nullable(String, 'Street and number; null: unknown.')
  readonly street?: string | null

  @Nullable(String, 'City; null: unknown.')
  readonly city?: string | null

  @Nullable(String, 'County or region; null: unknown.')
  readonly region?: string | null

  @Nullable(String, 'The IANA time zone, such as `Europe/London`; null: UTC.')
  readonly timezone?: string | null
}

@InputType({ description: 'The optional fields of a site.' })
abstract class SiteDetailsInput implements SiteDetails {
  @Nullable(ID, 'The user responsible for the site. The user must be active. Null means none.')
  readonly managerId?: string | null

  @Nullable(AddressInput, 'The address; null: unknown.')
  readonly address?: AddressInput | null

  @Nullable(RiskLevelEnum, 'How much a failure at the site matters; null: unknown.')
  readonly riskLevel?: RiskLevel | null

  @Nullable(String, 'The registered name; null: that of the client.')
  readonly legalName?: string | null

  @Nullable(String, 'The company registration number; null: unknown.')
  readonly registrationNumber?: string | null

  @Nullable(String, 'The VAT number; null: unknown.')
  readonly vatNumber?: string | null
}

@InputObject('CreateSiteInput', 'The site to create.')
export class CreateSiteInput extends SiteDetailsInput implements NewSite {
  @NonNull(ID, 'The client that the site belongs to.')
  readonly clientId!: string

  @NonNull(String, 'The name of the site.')
  readonly name!: string

  @Nullable(Int, 'The number of defective assets that make the site failing, at least 1; null: 1.')
  readonly failureThreshold?: number | null
}

@InputObject('UpdateSiteInput', 'The changes to a site. Absent fields keep their values.')
export class UpdateSiteInput extends SiteDetailsInput implements SiteChange {
  @NonNull(ID, 'The UUID of the site.')
  readonly id!: string

  @Nullable(ID, 'The client that the site belongs to. Null is rejected.')
  readonly clientId?: string | null

  @Nullable(String, 'The name of the site. Null is rejected.')
  readonly name?: string | null

  @Nullable(
    Int,
    'The number of defective assets that make the site failing, at least 1. Null is rejected.',
  )
  readonly failureThreshold?: number | null
}
