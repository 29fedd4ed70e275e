import type { ReactNode } from 'react'
import { countOf } from '../format.js'
import { InfiniteScroll } from '../parts/infinite-scroll.js'
import { Loading, Problem } from '../parts/problem.js'
import { changeQuery, type Route } from '../route.js'
import { saveAsCsv } from './csv.js'
import { FilterInput } from './filter-input.js'
import { type Filter, ignoredIn } from './filters.js'
import { type Column, RecordTable, sortingOf } from './record-table.js'
import { Select } from './select.js'

interface Page<Row> {
  readonly edges: readonly { readonly node: Row }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly totalCount: number
}

interface Props<Row> {
  readonly title: string
  /** The name of one record: `site`. */
  readonly noun: string
  readonly route: Route
  readonly filters: readonly Filter[]
  /** The orders of the list, each with its text. The first is the default. */
  readonly orders: Readonly<Record<string, string>>
  readonly columns: readonly Column<Row>[]
  /** While another filter loads, the page of the last one. */
  readonly page: Page<Row> | undefined
  readonly isComplete: boolean
  readonly error: unknown
  readonly onRetry: () => unknown
  readonly onLoad: (after: string) => Promise<unknown>
  /** Links beside the title. */
  readonly children?: ReactNode
}

/** A list with its filters and orders, which are in the address, and its table. The service filters and sorts. */
export function ListPage<Row extends { readonly id: string }>(props: Props<Row>) {
  const { title, noun, route, filters, orders, columns, page, isComplete, error } = props
  const sorting = sortingOf(route, orders)
  const rows = page?.edges.map(({ node }) => node) ?? []
  const rare = filters.filter(({ isRare }) => isRare)
  const ignored = ignoredIn(filters, orders, route.query)
  const isFiltered = ignored.length > 0 || filters.some(({ name }) => route.query.has(name))
  return (
    <>
      <title>{`${title} · Field inspections`}</title>
      <div className="heading">
        <h1>{title}</h1>
        {props.children}
      </div>
      {ignored.length > 0 && <p className="notice">Ignored: {ignored.join(', ')}</p>}
      <search className="filters">
        {filters
          .filter(({ isRare }) => !isRare)
          .map((filter) => (
            <FilterInput key={filter.name} filter={filter} route={route} />
          ))}
        <Select
          label="Sort by"
          isRequired
          value={sorting.order}
          values={Object.keys(orders)}
          texts={orders}
          onChange={(sort) => {
            changeQuery(route, { sort })
          }}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={sorting.isDescending}
            onChange={({ target }) => {
              changeQuery(route, { descending: target.checked ? 'yes' : '' })
            }}
          />
          Descending
        </label>
        {rare.length > 0 && (
          <details className="rare" open={rare.some(({ name }) => route.query.has(name))}>
            <summary>More filters</summary>
            <div className="filters">
              {rare.map((filter) => (
                <FilterInput key={filter.name} filter={filter} route={route} />
              ))}
            </div>
          </details>
        )}
      </search>
      {Boolean(error) && <Problem error={error} onRetry={props.onRetry} />}
      {!page && !error && <Loading />}
      {page && (
        <>
          <div className="count">
            <p role="status">{countOf(page.totalCount, noun)}</p>
            {isFiltered && <a href={`#/${route.path.join('/')}`}>Remove all filters</a>}
            {rows.length > 0 && (
              <button
                type="button"
                onClick={() => void saveAsCsv(title.toLowerCase(), columns, rows)}
              >
                CSV of {rows.length}
              </button>
            )}
          </div>
          {rows.length === 0 && <p className="empty">No {noun} matches this filter.</p>}
          {rows.length > 0 && (
            <RecordTable columns={columns} rows={rows} sorting={sorting} route={route} />
          )}
          <InfiniteScroll
            cursor={page.pageInfo.hasNextPage && isComplete ? page.pageInfo.endCursor : null}
            onLoad={props.onLoad}
          />
        </>
      )}
    </>
  )
}
