import { useContext } from 'react'
import { TimeZoneContext } from '../format.js'
import type { Route } from '../route.js'
import { type Filter, filterOf } from './filters.js'
import { sortingOf } from './record-table.js'

/** The variables of a list's query, as the address has them. */
export function useListVariables<OrderField extends string>(
  route: Route,
  filters: readonly Filter[],
  orders: Readonly<Partial<Record<OrderField, string>>>,
) {
  const timeZone = useContext(TimeZoneContext)
  const { order, isDescending } = sortingOf(route, orders)
  return {
    filter: filterOf(filters, route.query, timeZone),
    orderBy: [
      {
        field: order as OrderField,
        direction: isDescending ? ('DESC' as const) : ('ASC' as const),
      },
    ],
  }
}

/** What Apollo Client's `useQuery` returns for a list. */
interface Result<Data> {
  readonly data?: Data | undefined
  readonly previousData?: Data | undefined
  readonly error?: unknown
  readonly refetch: () => Promise<unknown>
  readonly fetchMore: (more: { readonly variables: { readonly after: string } }) => Promise<unknown>
}

/** What a `ListPage` needs of its query. While another filter loads, it shows the page of the last one. */
export function pageOf<Data, Page>(result: Result<Data>, read: (data: Data) => Page) {
  const { data, previousData, error, refetch, fetchMore } = result
  const shown = data ?? previousData
  return {
    page: shown && read(shown),
    isComplete: data !== undefined,
    error,
    onRetry: refetch,
    onLoad: (after: string) => fetchMore({ variables: { after } }),
  }
}
