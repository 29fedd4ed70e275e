import { Float, Int } from 'type-graphql'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { ChangingNode, NodeType } from '../common/node.type.js'
import { UserNode } from '../user/user.type.js'

@ValueType('CompanyStats', 'The numbers of records of the company, counted when the query runs.')
class CompanyStatsType {
  @NonNull(Int, 'The number of assets.')
  readonly assets!: number

  @NonNull(Int, 'The number of jobs, in all states.')
  readonly jobs!: number

  @NonNull(Int, 'The number of checklists.')
  readonly checklists!: number

  @NonNull(Int, 'The number of questions on all checklists.')
  readonly checks!: number

  @NonNull(Int, 'The number of sites.')
  readonly sites!: number

  @NonNull(Int, 'The number of clients.')
  readonly clients!: number

  @NonNull(Int, 'The number of users.')
  readonly users!: number

  @NonNull(Float, 'The size of all documents, in bytes.')
  readonly totalStorage!: number
}

@NodeType('Company', 'A tenant. Users see only the records of their own company.')
export class CompanyNode extends ChangingNode {
  @NonNull(String, 'The name of the company.')
  readonly name!: string

  @Nullable(UserNode, 'The user responsible for the company; null if there is none.')
  readonly primaryUser!: UserNode | null

  @Nullable(String, 'The company registration number; null if unknown.')
  readonly registrationNumber!: string | null

  @Nullable(String, 'The VAT number; null if unknown.')
  readonly vatNumber!: string | null

  @Nullable(
    String,
    'The logo: a path on this host that opens without credentials for 15 to 30 minutes, like `Document.url`; null if there is none.',
  )
  readonly logoUrl!: string | null

  @Nullable(
    Int,
    'How many megabytes (1,000,000 bytes) the documents may have together; null if there is no limit. The operator sets it.',
  )
  readonly documentQuotaMegabytes!: number | null

  @NonNull(Int, 'The number of the newest job; 0 before the first.')
  readonly jobNumber!: number

  @NonNull(
    Boolean,
    'Whether assets may have external barcodes: barcodes that this API did not generate.',
  )
  readonly allowExternalBarcodes!: boolean

  @Nullable(String, 'A regular expression that external barcodes must match; null allows any.')
  readonly barcodeFormat!: string | null

  @NonNull(
    Boolean,
    'If true, inspections never complete a job, so that users must complete it. If false, the inspection of the last asset can complete a job: see `recordInspection`.',
  )
  readonly manualInspectionClosure!: boolean

  @NonNull(
    Boolean,
    'Whether the positions in photographs that are uploaded are stored: `Document.latitude` and `longitude`.',
  )
  readonly photoPositions!: boolean

  @NonNull(Boolean, 'Whether jobs may be without a technician: see `Job.assigned`.')
  readonly allowUnassignedJobs!: boolean

  @NonNull(Boolean, 'Whether apps show the company’s own app name and logo.')
  readonly whiteLabelEnabled!: boolean

  @Nullable(String, 'The name of the app for white labelling; null for the default.')
  readonly appName!: string | null

  @Nullable(String, 'The path or URL of the logo in emails; null for the default.')
  readonly appEmailLogo!: string | null

  @Nullable(String, 'The web address of the company’s frontend; null for the default.')
  readonly frontendUrl!: string | null

  @Nullable(
    String,
    'The sender’s address of emails in the name of the company; null for the default.',
  )
  readonly fromEmail!: string | null

  @Nullable(String, 'The sender’s name of emails in the name of the company; null for the default.')
  readonly fromEmailName!: string | null

  @Nullable(Int, 'The number of the industry in a list outside of this API; null if unknown.')
  readonly industryId!: number | null

  @Nullable(Int, 'The number of the region in a list outside of this API; null if unknown.')
  readonly regionId!: number | null

  @Nullable(
    Int,
    'The number of the sales representative outside of this API; null if there is none.',
  )
  readonly salesRepId!: number | null

  @Nullable(
    Int,
    'The id of the company’s branch in Assetpool, an external system; null if there is none.',
  )
  readonly assetpoolBranchId!: number | null

  @NonNull(CompanyStatsType, 'The numbers of records of the company.')
  readonly stats!: CompanyStatsType
}
