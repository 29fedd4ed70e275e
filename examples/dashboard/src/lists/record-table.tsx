import type { ReactNode } from 'react'
import { changeQuery, type Route } from '../route.js'

/** A column of a list. */
export interface Column<Row> {
  readonly label: string
  /** The order of the list that sorts by this column. */
  readonly order?: string
  readonly isNumber?: boolean
  /** Whether a line never ends within the value. */
  readonly isCode?: boolean
  /** The value as text, for CSV, and for the table if there is no `cell`. */
  readonly text: (row: Row) => string
  /** The value in CSV, if it is not the text: an instant, as in the graph. */
  readonly csv?: (row: Row) => string | null
  readonly cell?: (row: Row) => ReactNode
}

export interface Sorting {
  readonly order: string
  readonly isDescending: boolean
}

/** How the address sorts a list; the first of the orders is the default. */
export function sortingOf({ query }: Route, orders: object): Sorting {
  const order = query.get('sort') ?? ''
  const [defaultOrder = ''] = Object.keys(orders)
  return {
    order: Object.hasOwn(orders, order) ? order : defaultOrder,
    isDescending: query.has('descending'),
  }
}

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly sorting: Sorting
  readonly route: Route
}

/** A table whose headings sort; on a phone, a list of cards. The first column names the record. */
export function RecordTable<Row extends { readonly id: string }>(props: Props<Row>) {
  const { columns, rows, sorting, route } = props
  const [first, ...others] = columns
  if (!first) return null
  return (
    <table className="records">
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.label} column={column} sorting={sorting} route={route} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className={classOf(first)}>
              {showIn(first, row)}
            </th>
            {others.map((column) => (
              <td key={column.label} data-label={column.label} className={classOf(column)}>
                {showIn(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const showIn = <Row,>({ cell, text }: Column<Row>, row: Row) =>
  cell ? cell(row) : text(row) || '–'

const classOf = ({ isNumber, isCode }: Pick<Column<never>, 'isNumber' | 'isCode'>) => {
  if (isNumber) return 'number'
  return isCode ? 'code' : undefined
}

interface HeadingProps {
  readonly column: Pick<Column<never>, 'label' | 'order' | 'isNumber'>
  readonly sorting: Sorting
  readonly route: Route
}

function Heading({ column: { label, order, isNumber }, sorting, route }: HeadingProps) {
  const className = isNumber ? 'number' : undefined
  if (!order)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  const isSorted = sorting.order === order
  const direction = sorting.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        onClick={() => {
          const isDescending = isSorted && !sorting.isDescending
          changeQuery(route, { sort: order, descending: isDescending ? 'yes' : '' })
        }}
      >
        {label}
      </button>
    </th>
  )
}
