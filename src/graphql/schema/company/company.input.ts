import { ID, Int } from 'type-graphql'
import type { CompanyChange } from '../../../domain/company/update-company.js'
import { InputObject, Nullable } from '../common/type.decorator.js'

@InputObject('UpdateCompanyInput', 'Changes to the company. Absent fields keep their values.')
export class UpdateCompanyInput implements CompanyChange {
  @Nullable(String, 'The name of the company. Null is rejected.')
  readonly name?: string | null

  @Nullable(String, 'The company registration number; null if unknown.')
  readonly registrationNumber?: string | null

  @Nullable(String, 'The VAT number; null if unknown.')
  readonly vatNumber?: string | null

  @Nullable(ID, 'The user responsible for the company: an active user; null for none.')
  readonly primaryUserId?: string | null

  @Nullable(Boolean, 'Whether assets may have external barcodes. Null is rejected.')
  readonly allowExternalBarcodes?: boolean | null

  @Nullable(
    String,
    'A regular expression that external barcodes must match as a whole, in the syntax of PostgreSQL; null allows any. Existing barcodes are not checked.',
  )
  readonly barcodeFormat?: string | null

  @Nullable(
    Boolean,
    'If true, inspections never complete a job, so that users must complete it. Null is rejected.',
  )
  readonly manualInspectionClosure?: boolean | null

  @Nullable(
    Boolean,
    'Whether the positions in photographs that are uploaded from now on are stored. Null is rejected.',
  )
  readonly photoPositions?: boolean | null

  @Nullable(
    Boolean,
    'Whether jobs may be without a technician. If false, those that have none stay so. Null is rejected.',
  )
  readonly allowUnassignedJobs?: boolean | null

  @Nullable(Boolean, 'Whether apps show the company’s own app name and logo. Null is rejected.')
  readonly whiteLabelEnabled?: boolean | null

  @Nullable(String, 'The name of the app for white labelling; null for the default.')
  readonly appName?: string | null

  @Nullable(String, 'The path or URL of the logo in emails; null for the default.')
  readonly appEmailLogo?: string | null

  @Nullable(String, 'The web address of the company’s frontend; null for the default.')
  readonly frontendUrl?: string | null

  @Nullable(
    String,
    'The sender’s address of emails in the name of the company; null for the default.',
  )
  readonly fromEmail?: string | null

  @Nullable(String, 'The sender’s name of emails in the name of the company; null for the default.')
  readonly fromEmailName?: string | null

  @Nullable(Int, 'The number of the industry in a list outside of this API; null if unknown.')
  readonly industryId?: number | null

  @Nullable(Int, 'The number of the region in a list outside of this API; null if unknown.')
  readonly regionId?: number | null

  @Nullable(
    Int,
    'The number of the sales representative outside of this API; null if there is none.',
  )
  readonly salesRepId?: number | null

  @Nullable(
    Int,
    'The id of the company’s branch in Assetpool, an external system; null if there is none.',
  )
  readonly assetpoolBranchId?: number | null
}
