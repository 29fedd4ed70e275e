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
class AddressInput implements SiteAddress {
  @Nullable(String, 'Street and number; null if unknown.')
  readonly street?: string | null

  @Nullable(String, 'City; null if unknown.')
  readonly city?: string | null

  @Nullable(String, 'County or region; null if unknown.')
  readonly region?: string | null

  @Nullable(String, 'The IANA time zone, such as `Europe/London`; null for UTC.')
  readonly timezone?: string | null
}

@InputType({ description: 'The optional fields of a site.' })
abstract class SiteDetailsInput implements SiteDetails {
  @Nullable(ID, 'The user responsible for the site: an active user; null for none.')
  readonly managerId?: string | null

  @Nullable(AddressInput, 'The address; null if unknown.')
  readonly address?: AddressInput | null

  @Nullable(RiskLevelEnum, 'How much a failure at the site matters; null if unknown.')
  readonly riskLevel?: RiskLevel | null

  @Nullable(String, 'The registered name; null for that of the client.')
  readonly legalName?: string | null

  @Nullable(String, 'The company registration number; null if unknown.')
  readonly registrationNumber?: string | null

  @Nullable(String, 'The VAT number; null if unknown.')
  readonly vatNumber?: string | null
}

@InputObject('CreateSiteInput', 'The site to create. Null counts as absent.')
export class CreateSiteInput extends SiteDetailsInput implements NewSite {
  @NonNull(ID, 'The client that the site belongs to.')
  readonly clientId!: string

  @NonNull(String, 'The name of the site.')
  readonly name!: string

  @Nullable(Int, 'How many defective assets make the site failing: at least 1; default: 1.')
  readonly failureThreshold?: number | null
}

@InputObject('UpdateSiteInput', 'Changes to a site. Absent fields keep their values.')
export class UpdateSiteInput extends SiteDetailsInput implements SiteChange {
  @NonNull(ID, 'The UUID of the site.')
  readonly id!: string

  @Nullable(ID, 'The client that the site belongs to. Null is rejected.')
  readonly clientId?: string | null

  @Nullable(String, 'The name of the site. Null is rejected.')
  readonly name?: string | null

  @Nullable(Int, 'How many defective assets make the site failing: at least 1. Null is rejected.')
  readonly failureThreshold?: number | null
}
