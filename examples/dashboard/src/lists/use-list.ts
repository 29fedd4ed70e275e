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
