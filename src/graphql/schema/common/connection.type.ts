import { ArgsType, type ClassType, Field, ObjectType } from 'type-graphql'
import type { AnyListing, Order } from '../../../domain/listing/listing.js'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageArguments } from '../../operation/page.js'
import { NonNegativeInt } from './non-negative-int.js'
import { orderInput } from './order.input.js'

@ObjectType('PageInfo', {
  simpleResolvers: true,
  description:
    'Where a page lies in its list. Cursors are opaque and belong to the `orderBy` they came with.',
})
export class PageInfoType {
  @Field(() => Boolean, { description: 'Whether more records follow this page.' })
  readonly hasNextPage!: boolean

  @Field(() => Boolean, {
    description:
      'Whether records precede this page. Walking forward, true wherever `after` or `offset` was given.',
  })
  readonly hasPreviousPage!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the first record; null where the page is empty.',
  })
  readonly startCursor!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the last record; null where the page is empty.',
  })
  readonly endCursor!: string | null
}

/** The connection type of a node type: `SiteConnection` and `SiteEdge` of `Site`. */
export function connectionType<Node extends object>(name: string, node: () => ClassType<Node>) {
  @ObjectType(`${name}Edge`, {
    simpleResolvers: true,
    description: `One entry of a list of ${name} records: the record, and its place there.`,
  })
  class EdgeType {
    @Field(() => String, { description: 'The place of the record: an `after` or a `before`.' })
    readonly cursor!: string

    @Field(node, { description: 'The record.' })
    readonly node!: Node
  }

  @ObjectType(`${name}Connection`, {
    simpleResolvers: true,
    description: `One page of a list of ${name} records.`,
  })
  class ConnectionType {
    @Field(() => [node()], { description: 'The records of the page, in order.' })
    readonly nodes!: Node[]

    @Field(() => [EdgeType], { description: 'The records of the page, each with its cursor.' })
    readonly edges!: EdgeType[]

    @Field(() => PageInfoType, { description: 'Where the page lies in the list.' })
    readonly pageInfo!: PageInfoType

    @Field(() => NonNegativeInt, {
      description:
        'How many records the whole list has, after the filter. Costs a count where selected.',
    })
    readonly totalCount!: number
  }
  return ConnectionType
}

/** The arguments of every connection of a node type. */
export function connectionArgs<Filter extends object>(
  name: string,
  listing: AnyListing,
  filter: () => ClassType<Filter>,
): ClassType<PageArguments> {
  const Order = orderInput(name, listing)

  @ArgsType()
  class Arguments implements PageArguments {
    @Field(() => NonNegativeInt, {
      nullable: true,
      description: `How many records to answer with, from the start or after \`after\`: at most ${MAX_PAGE_SIZE}. Without \`first\` and \`last\`, ${DEFAULT_PAGE_SIZE}.`,
    })
    readonly first?: number | null

    @Field(() => String, {
      nullable: true,
      description: 'Begin after the record with this cursor.',
    })
    readonly after?: string | null

    @Field(() => NonNegativeInt, {
      nullable: true,
      description: `How many records to answer with, from the end or before \`before\`: at most ${MAX_PAGE_SIZE}.`,
    })
    readonly last?: number | null

    @Field(() => String, { nullable: true, description: 'End before the record with this cursor.' })
    readonly before?: string | null

    @Field(() => NonNegativeInt, {
      nullable: true,
      description: 'Pass over so many records first. Cursors are faster on long lists.',
    })
    readonly offset?: number | null

    @Field(filter, { nullable: true, description: 'Only records for which all of this holds.' })
    readonly filter?: Filter | null

    @Field(() => [Order], {
      nullable: true,
      description:
        'The keys of the order, the first counting most. Ties go by creation, in the direction of the last key; so does all without a key.',
    })
    readonly orderBy?: Order[] | null
  }
  return Arguments
}
