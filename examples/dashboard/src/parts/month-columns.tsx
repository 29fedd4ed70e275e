import { formatNumber } from '../format.js'
import { Figure } from './figure.js'

interface Month {
  /** The share of inspections that passed; null if there were none. */
  readonly passRate: number | null
  readonly passedCount: number
  readonly failedCount: number
  /** Its first day: `2027-01-01`. */
  readonly bucket: { readonly date: string } | null
}

const HEIGHT = 150
const TOP = 18
const BOTTOM = 18
const GAP = 0.25

/** A column for each month: the inspections that passed and failed, and the pass rate above. */
export function MonthColumns({ title, months }: { title: string; months: readonly Month[] }) {
  const max = Math.max(
    1,
    ...months.map(({ passedCount, failedCount }) => passedCount + failedCount),
  )
  const scale = (count: number) => (count / max) * HEIGHT
  const percent = (index: number) => `${(index / months.length) * 100}%`
  const rows = months.map((month) => [
    nameOf(month, 'long'),
    formatNumber(month.passedCount),
    formatNumber(month.failedCount),
    rateOf(month),
  ])
  return (
    <Figure
      title={title}
      keys={['PASSED', 'FAILED']}
      head={['', 'Passed', 'Failed', 'Pass rate']}
      rows={rows}
    >
      <svg width="100%" height={TOP + HEIGHT + BOTTOM} aria-hidden="true" className="columns">
        {months.map((month, index) => {
          const failed = scale(month.failedCount)
          const passed = scale(month.passedCount)
          const column = { x: percent(index + GAP / 2), width: percent(1 - GAP) }
          const bottom = TOP + HEIGHT
          return (
            <g key={nameOf(month, 'long')} textAnchor="middle">
              <title>{`${nameOf(month, 'long')}: ${rateOf(month)} passed`}</title>
              <rect {...column} data-tone="failed" y={bottom - failed} height={failed} />
              <rect {...column} data-tone="passed" y={bottom - failed - passed} height={passed} />
              <text x={percent(index + 0.5)} y={bottom - failed - passed - 6}>
                {rateOf(month)}
              </text>
              <text x={percent(index + 0.5)} y={bottom + BOTTOM - 4} className="muted">
                {nameOf(month, 'short')}
              </text>
            </g>
          )
        })}
      </svg>
    </Figure>
  )
}

const rateOf = ({ passRate }: Month) => (passRate === null ? '–' : `${Math.round(passRate * 100)}%`)

function nameOf({ bucket }: Month, length: 'long' | 'short'): string {
  if (!bucket) return ''
  const options =
    length === 'long'
      ? ({ month: 'long', year: 'numeric' } as const)
      : ({ month: 'short' } as const)
  // A date without a time is midnight in UTC.
  return new Date(bucket.date).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })
}
