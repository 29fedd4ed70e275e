import { useState } from 'react'
import type { List } from './lists.js'

/** A list of the response as a table; with several lists, a choice of the list. */
export function ListTable({ lists }: { readonly lists: readonly List[] }) {
  const [chosen, setChosen] = useState(0)
  const list = lists[chosen] ?? lists[0]
  if (!list) return null
  return (
    <>
      {lists.length > 1 && (
        <select
          aria-label="List"
          value={chosen}
          onChange={(event) => {
            setChosen(Number(event.target.value))
          }}
        >
          {lists.map(({ path }, index) => (
            <option key={path} value={index}>
              {path}
            </option>
          ))}
        </select>
      )}
      {/* Focusable, so that the keyboard can scroll it. */}
      <div className="list-table" tabIndex={0} role="region" aria-label={`Table of ${list.path}`}>
        <table>
          <thead>
            <tr>
              {list.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.rows.map((row, index) => (
              <tr key={index}>
                {list.columns.map((column) => (
                  <td key={column} title={row[column]}>
                    {row[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
