import type { FieldMergeFunction, FieldPolicy, Reference } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'

interface Edge {
  readonly node?: Reference
  readonly cursor?: string
}

interface List {
  /** Not if a query reads only the count. */
  readonly edges?: readonly Edge[]
  readonly pageInfo?: { readonly hasNextPage?: boolean }
  readonly totalCount?: number
}

/**
 * Joins the pages of a list in the cache; lists with other filters or orders are separate. relayStylePagination removes the later pages
 * when the first one is read again. Here they stay if the first one has the same records, and the list is as long as before.
 */
export function joinPages(): FieldPolicy {
  const pagination = relayStylePagination(['filter', 'orderBy'])
  const join = pagination.merge as FieldMergeFunction
  const merge: FieldMergeFunction<List, List> = (existing, incoming, options) => {
    const isFirst = !options.args?.['after'] && !options.args?.['before']
    const whole = isFirst && existing && withLaterPages(existing, incoming)
    return whole || (join(existing, incoming, options) as List)
  }
  return { ...pagination, merge }
}

/** The whole list, if the records of its first page are as before. */
function withLaterPages(before: List, first: List): List | undefined {
  const { edges = [], pageInfo, totalCount } = first
  const known = before.edges ?? []
  if (!pageInfo?.hasNextPage || totalCount !== before.totalCount) return undefined
  // A record without a key has no reference.
  const isKnown = ({ node }: Edge, index: number) =>
    node?.__ref !== undefined && node.__ref === known[index]?.node?.__ref
  if (!edges.every(isKnown)) return undefined
  // The last edge of a page has a cursor that relayStylePagination has added.
  const all = known.map((edge, index) => ({ ...edge, ...edges[index] }))
  return { ...before, ...first, edges: all, pageInfo: before.pageInfo ?? pageInfo }
}
