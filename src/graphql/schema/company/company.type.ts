import { GraphQLNonNegativeFloat } from 'graphql-scalars'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { ChangingNode, NodeType } from '../common/node.type.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { UserNode } from '../user/user.type.js'

@ValueType('CompanyStats', 'The number of records of the company, counted when the query runs.')
export class CompanyStatsType {
  @NonNull(NonNegativeInt, 'The number of assets.')
  readonly assets!: number

  @NonNull(NonNegativeInt, 'The number of jobs, in all states.')
  readonly jobs!: number

  @NonNull(NonNegativeInt, 'The number of checklists.')
  readonly checklists!: number

  @NonNull(NonNegativeInt, 'The number of questions on all checklists.')
  readonly checks!: number

  @NonNull(NonNegativeInt, 'The number of sites.')
  readonly sites!: number

  @NonNull(NonNegativeInt, 'The number of clients.')
  readonly clients!: number

  @NonNull(NonNegativeInt, 'Always 0: jobs do not recur.')
  readonly recurringJobs!: number

  @NonNull(NonNegativeInt, 'The number of users.')
  readonly users!: number

  @NonNull(GraphQLNonNegativeFloat, 'The size of all documents, in bytes.')
  readonly totalStorage!: number
}

@NodeType(
  'Company',
  'A tenant. Every record belongs to one company, and users see only records of their own.',
)
export class CompanyNode extends ChangingNode {
  @NonNull(String, 'The name of the company.')
  readonly name!: string

  @Nullable(UserNode, 'The user responsible for the company; null if there is none.')
  readonly primaryUser!: UserNode | null

  @Nullable(String, 'The path of the logo image; null if there is none.')
  readonly logo!: string | null

  @Nullable(String, 'The company registration number; null if unknown.')
  readonly registrationNumber!: string | null

  @Nullable(String, 'The VAT number; null if unknown.')
  readonly vatNumber!: string | null

  @NonNull(NonNegativeInt, 'The number of the newest job; 0 before the first.')
  readonly jobNumber!: number

  @NonNull(Boolean, 'Whether new assets may have barcodes that were not generated here.')
  readonly allowExternalBarcodes!: boolean

  @Nullable(String, 'A regular expression that external barcodes must match; null: any.')
  readonly barcodeFormat!: string | null

  @NonNull(Boolean, 'Whether inspections are closed manually.')
  readonly manualInspectionClosure!: boolean

  @NonNull(CompanyStatsType, 'The number of records of the company.')
  readonly stats!: CompanyStatsType
}
