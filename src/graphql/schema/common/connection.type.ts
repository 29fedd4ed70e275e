import { Int } from 'type-graphql'
import type { ClassType } from 'type-graphql'
import type { AnyListing } from '../../../domain/listing/listing.js'
import { connectionArgs } from './connection-args.js'
import { NonNull, Nullable, ValueType } from './type.decorator.js'

@ValueType(
  'PageInfo',
  'The position of a page in its list. Cursors are opaque, and valid only with the `orderBy` that they came with.',
)
class PageInfoType {
  @NonNull(
    Boolean,
    'Whether records follow this page. With `last` or `before`: whether `before` is given.',
  )
  readonly hasNextPage!: boolean

  @NonNull(
    Boolean,
    'Whether records precede this page. Without `last` and `before`: whether `after` or `offset` is given.',
  )
  readonly hasPreviousPage!: boolean

  @Nullable(String, 'The cursor of the first record; null if the page is empty.')
  readonly startCursor!: string | null

  @Nullable(String, 'The cursor of the last record; null if the page is empty.')
  readonly endCursor!: string | null
}

/** A connection type and the class of its page arguments. */
export interface Connection extends ClassType {
  readonly Args: ClassType
}

/** Declares the connection and edge types of a node type: `SiteConnection` and `SiteEdge` for `Site`. */
export function connectionType<Node extends object>(
  node: ClassType<Node>,
  listing: AnyListing,
  filter: ClassType,
): Connection {
  const { model } = listing

  @ValueType(`${model}Edge`, `One ${model} record of a page, with its cursor.`)
  class EdgeType {
    @NonNull(String, 'The cursor of the record, for `after` or `before`.')
    readonly cursor!: string

    @NonNull(node, 'The record.')
    readonly node!: Node
  }

  @ValueType(`${model}Connection`, `One page of a list of ${model} records.`)
  class ConnectionType {
    static readonly Args = connectionArgs(listing, filter)

    @NonNull([node], 'The records of the page, in order.')
    readonly nodes!: Node[]

    @NonNull([EdgeType], 'The records of the page, each with its cursor.')
    readonly edges!: EdgeType[]

    @NonNull(PageInfoType, 'The position of the page in the list.')
    readonly pageInfo!: PageInfoType

    @NonNull(
      Int,
      'The number of records that match the filter, on all pages. They are counted only if this field is selected.',
    )
    readonly totalCount!: number
  }
  return ConnectionType
}
