import type { FieldMergeFunction, FieldPolicy, Reference } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'

interface List {
  readonly edges: readonly { readonly node?: Reference; readonly cursor?: string }[]
  readonly pageInfo?: object
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
    if (!existing || !isFirst || !isBeginning(incoming, existing)) {
      return join(existing, incoming, options) as List
    }
    // The last edge of a page has a cursor that relayStylePagination has added.
    const edges = existing.edges.map((edge, index) => ({ ...edge, ...incoming.edges[index] }))
    return { ...existing, ...incoming, edges, pageInfo: existing.pageInfo ?? {} }
  }
  return { ...pagination, merge }
}

const isBeginning = ({ edges, totalCount }: List, whole: List): boolean =>
  edges.length < whole.edges.length &&
  totalCount === whole.totalCount &&
  edges.every(({ node }, index) => node?.__ref === whole.edges[index]?.node?.__ref)
