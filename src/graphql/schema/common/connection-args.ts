import { ArgsType, type ClassType, Int } from 'type-graphql'
import type { AnyListing, Order } from '../../../domain/listing/listing.js'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageArguments } from '../../operation/page.js'
import { Nullable } from './type.decorator.js'
import { orderInput } from './order.input.js'

/** The arguments of every connection of a node type. */
export function connectionArgs(listing: AnyListing, filter: ClassType): ClassType<PageArguments> {
  const Order = orderInput(listing)

  @ArgsType()
  class Arguments implements PageArguments {
    @Nullable(
      Int,
      `How many records to return, from the start of the list or after the cursor \`after\`: at most ${MAX_PAGE_SIZE}, by default ${DEFAULT_PAGE_SIZE.root}, or ${DEFAULT_PAGE_SIZE.nested} if the list is a field of a record. Not allowed with \`last\` or \`before\`.`,
    )
    readonly first?: number | null

    @Nullable(String, 'The cursor of the record after which the page starts.')
    readonly after?: string | null

    @Nullable(
      Int,
      `How many records to return, at the end of the list or before the cursor \`before\`: at most ${MAX_PAGE_SIZE}. Not allowed with \`first\`, \`after\` or \`offset\`.`,
    )
    readonly last?: number | null

    @Nullable(String, 'The cursor of the record before which the page ends.')
    readonly before?: string | null

    @Nullable(Int, 'How many records to skip. In long lists, `after` is faster.')
    readonly offset?: number | null

    @Nullable(filter, 'The conditions that the records must meet.')
    readonly filter?: NonNullable<PageArguments['filter']> | null

    @Nullable(
      [Order],
      `The sort keys, the most significant first. Records with equal keys are sorted by creation, in the direction of the last key. Without keys, the ${listing.defaultOrder ? 'newest' : 'oldest'} record is first.`,
    )
    readonly orderBy?: Order[] | null
  }
  return Arguments
}
