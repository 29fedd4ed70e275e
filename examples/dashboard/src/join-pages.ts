import type { FieldMergeFunction, FieldPolicy, Reference } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'

interface List {
  /** Not if a query reads only the count. */
  readonly edges?: readonly { readonly node?: Reference; readonly cursor?: string }[]
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
    const later = isFirst && existing && laterEdges(existing, incoming)
    if (!later) return join(existing, incoming, options) as List
    // The last edge of a page has a cursor that relayStylePagination has added.
    const first = incoming.edges?.map((edge, index) => ({ ...existing.edges?.[index], ...edge }))
    const edges = [...(first ?? []), ...later]
    return { ...existing, ...incoming, edges, pageInfo: existing.pageInfo ?? {} }
  }
  return { ...pagination, merge }
}

/** What follows after the records of the first page, if these are as before. */
function laterEdges(before: List, { edges, pageInfo, totalCount }: List): List['edges'] {
  if (!edges || !pageInfo?.hasNextPage || totalCount !== before.totalCount) return undefined
  const isSame = edges.every(
    ({ node }, index) => node?.__ref === before.edges?.[index]?.node?.__ref,
  )
  return isSame ? before.edges?.slice(edges.length) : undefined
}
