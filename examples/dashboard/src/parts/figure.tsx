import type { ReactNode } from 'react'
import { labelOf } from '../format.js'

interface Props {
  readonly title: string
  /** The keys of the colours in the chart. */
  readonly keys: readonly string[]
  readonly head: readonly string[]
  /** Each begins with its name. */
  readonly rows: readonly (readonly [name: string, ...values: ReactNode[]])[]
  /** The chart. Screen readers get the table instead. */
  readonly children: ReactNode
}

/** A chart with its legend, and its figures as a table. */
export function Figure({ title, keys, head, rows, children }: Props) {
  return (
    <figure className="panel chart">
      <figcaption>
        <h2>{title}</h2>
        <ul className="legend">
          {keys.map((key) => (
            <li key={key} data-tone={key.toLowerCase()}>
              {labelOf(key)}
            </li>
          ))}
        </ul>
      </figcaption>
      {children}
      <details>
        <summary>Figures</summary>
        <table aria-label={title}>
          <thead>
            <tr>
              {head.map((name) =>
                name ? (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ) : (
                  <td key="corner" />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td key={head[index + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
