import { formatNumber, labelOf } from '../format.js'
import { Figure } from './figure.js'

export interface Bar {
  readonly label: string
  /** The parts of the bar, the same keys in every bar. A key has the colour `--tone-…`. */
  readonly parts: readonly { readonly key: string; readonly count: number }[]
}

const ROW = 34
const BASELINE = 12
const BAR = { y: 17, height: 11 }

/** Horizontal bars, all to one scale, each divided into parts. */
export function StackedBars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0))
  const max = Math.max(1, ...totals)
  const keys = bars[0]?.parts.map(({ key }) => key) ?? []
  const rows = bars.map(({ label, parts }) => [
    label,
    ...parts.map(({ count }) => formatNumber(count)),
  ])
  return (
    <Figure title={title} keys={keys} head={['', ...keys.map(labelOf)]} rows={rows}>
      <svg width="100%" height={bars.length * ROW} aria-hidden="true">
        {bars.map(({ label, parts }, index) => (
          <g key={label} transform={`translate(0 ${index * ROW})`}>
            <text x="0" y={BASELINE}>
              {label}
            </text>
            <text x="100%" y={BASELINE} textAnchor="end" className="muted">
              {formatNumber(totals[index] ?? 0)}
            </text>
            {parts.map(({ key, count }, part) => {
              const before = parts.slice(0, part).reduce((sum, other) => sum + other.count, 0)
              return (
                <rect
                  key={key}
                  data-tone={key.toLowerCase()}
                  x={`${(before / max) * 100}%`}
                  width={`${(count / max) * 100}%`}
                  {...BAR}
                >
                  <title>{`${label}, ${labelOf(key)}: ${formatNumber(count)}`}</title>
                </rect>
              )
            })}
          </g>
        ))}
      </svg>
    </Figure>
  )
}
