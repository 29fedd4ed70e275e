import { GraphQLNonNegativeFloat } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'
import { UserNode } from '../user/user.type.js'

const count = (description: string) => Field(() => NonNegativeInt, { description })

@ObjectType('CompanyStats', {
  simpleResolvers: true,
  description: 'How much of everything the company has, counted when asked.',
})
export class CompanyStatsType {
  @count('Assets.')
  readonly assets!: number

  @count('Jobs in all states.')
  readonly jobs!: number

  @count('Checklists.')
  readonly checklists!: number

  @count('Questions on all checklists.')
  readonly checks!: number

  @count('Sites.')
  readonly sites!: number

  @count('Clients.')
  readonly clients!: number

  @count('Jobs that repeat themselves: always 0, there are none.')
  readonly recurringJobs!: number

  @count('Users.')
  readonly users!: number

  @Field(() => GraphQLNonNegativeFloat, { description: 'The documents together, in bytes.' })
  readonly totalStorage!: number
}

@ObjectType('Company', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'A tenant: all records belong to one, and nobody sees those of another.',
})
export class CompanyNode extends ChangingNode {
  @Field(() => String, { description: 'What people call the company.' })
  readonly name!: string

  @Field(() => UserNode, {
    nullable: true,
    description: 'Who answers for the company; null where nobody was named.',
  })
  readonly primaryUser!: UserNode | null

  @Field(() => String, {
    nullable: true,
    description: 'The path of an image; null where there is none.',
  })
  readonly logo!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'In the register of companies; null where not known.',
  })
  readonly registrationNumber!: string | null

  @Field(() => String, { nullable: true, description: 'For tax; null where not known.' })
  readonly vatNumber!: string | null

  @Field(() => NonNegativeInt, {
    description: 'The number of the newest job; 0 before the first.',
  })
  readonly jobNumber!: number

  @Field(() => Boolean, { description: 'Whether assets may bring barcodes of their own.' })
  readonly allowExternalBarcodes!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'A regular expression that such barcodes must match whole; null means any.',
  })
  readonly barcodeFormat!: string | null

  @Field(() => Boolean, { description: 'Whether inspections are closed by hand.' })
  readonly manualInspectionClosure!: boolean

  @Field(() => CompanyStatsType, { description: 'How much of everything the company has.' })
  readonly stats!: CompanyStatsType
}
