import { AxisBottom, AxisLeft, AxisRight, AxisTop, type TickRendererProps } from '@visx/axis'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack, BarStackHorizontal } from '@visx/shape'
import type { ComponentProps, ReactElement } from 'react'
import { formatNumber, labelOf } from '../format.js'
import { Figure } from './figure.js'

export interface Bar {
  readonly label: string
  /** The parts of the bar by their keys, the same in every bar. A key has the colour `--tone-…`. */
  readonly counts: Readonly<Record<string, number>>
  /** A text at the end of the bar. */
  readonly note: string
  /** The address of the list behind the bar, or behind one of its parts, if there is one. */
  readonly link: (key?: string) => string | undefined
}

interface Props {
  readonly title: string
  readonly bars: readonly Bar[]
  /** What the notes are. */
  readonly noteTitle: string
  /** Whether the bars are columns, labelled with the first letters of their labels. */
  readonly isVertical?: boolean
}

const ROW = 34
const COLUMN_HEIGHT = 190
/** The space around the bars, for labels and notes. */
const VERTICAL = { top: 24, right: 0, bottom: 20, left: 48 }
const HORIZONTAL = { top: 0, right: 48, bottom: 20, left: 136 }
const LABEL_WIDTH = HORIZONTAL.left - 8
const LETTERS = 3
const GAP = 0.3
const TICKS = 4
/** The width for one of the texts of columns: without it, some columns have none. */
const TEXT_WIDTH = 60

/** Bars to one scale, each divided into parts. */
export function StackedBars({ title, bars, noteTitle, isVertical = false }: Props) {
  const { parentRef, width } = useParentSize({ debounceTime: 0, ignoreDimensions: 'height' })
  const keys = Object.keys(bars[0]?.counts ?? {})
  const rows = bars.map(({ label, counts, note, link }) => {
    const parts = keys.map((key) => linked(link(key), formatNumber(counts[key] ?? 0)))
    return [label, ...parts, linked(link(), note)] as const
  })
  const Drawing = isVertical ? Columns : Rows
  return (
    <Figure title={title} keys={keys} head={['', ...keys.map(labelOf), noteTitle]} rows={rows}>
      <div ref={parentRef} className="drawing">
        {width > 0 && <Drawing keys={keys} bars={[...bars]} width={width} />}
      </div>
    </Figure>
  )
}

interface DrawingProps {
  readonly keys: string[]
  readonly bars: Bar[]
  readonly width: number
}

function Columns({ keys, bars, width }: DrawingProps) {
  const { top, right, bottom, left } = VERTICAL
  const x = scaleBand({ domain: bars.map(labelIn), range: [left, width - right], padding: GAP })
  const y = scaleLinear({ domain: [0, maxOf(bars)], range: [top + COLUMN_HEIGHT, top], nice: true })
  const texts = { ...PLAIN, numTicks: Math.floor(width / TEXT_WIDTH) }
  return (
    <svg width={width} height={top + COLUMN_HEIGHT + bottom} aria-hidden="true">
      <AxisLeft scale={y} left={left} numTicks={TICKS} {...PLAIN} />
      <BarStack data={bars} x={labelIn} xScale={x} yScale={y} {...stackOf(keys)} />
      <AxisTop scale={x} top={top} tickComponent={noteIn(bars)} {...texts} />
      <AxisBottom
        scale={x}
        top={top + COLUMN_HEIGHT}
        tickFormat={(label) => label.slice(0, LETTERS)}
        {...texts}
      />
    </svg>
  )
}

function Rows({ keys, bars, width }: DrawingProps) {
  const { top, right, bottom, left } = HORIZONTAL
  const end = top + bars.length * ROW
  const x = scaleLinear({ domain: [0, maxOf(bars)], range: [left, width - right], nice: true })
  const y = scaleBand({ domain: bars.map(labelIn), range: [top, end], padding: GAP })
  return (
    <svg width={width} height={end + bottom} aria-hidden="true">
      <AxisLeft scale={y} left={left} tickLabelProps={{ width: LABEL_WIDTH }} {...PLAIN} />
      <BarStackHorizontal data={bars} y={labelIn} xScale={x} yScale={y} {...stackOf(keys)} />
      <AxisRight scale={y} left={width - right} tickComponent={noteIn(bars)} {...PLAIN} />
      <AxisBottom scale={x} top={end} numTicks={TICKS} {...PLAIN} />
    </svg>
  )
}

const PLAIN = { hideAxisLine: true, hideTicks: true, tickLength: 4 } as const

const labelIn = ({ label }: Bar) => label

/** The text at the end of a bar. Axes know bars by their labels. */
const noteIn =
  (bars: readonly Bar[]) =>
  ({ x, y, dx, dy, textAnchor, formattedValue }: TickRendererProps) => {
    const bar = bars.find(({ label }) => label === formattedValue)
    return pointed(bar?.link(), <text {...{ x, y, dx, dy, textAnchor }}>{bar?.note}</text>)
  }

const linked = (href: string | undefined, text: string) => (href ? <a href={href}>{text}</a> : text)

/** A link in the drawing is for the pointer: the table has the same links for the keyboard and for screen readers. */
const pointed = (href: string | undefined, shape: ReactElement) =>
  href ? (
    <a key={shape.key} href={href} tabIndex={-1}>
      {shape}
    </a>
  ) : (
    shape
  )

const maxOf = (bars: readonly Bar[]) => Math.max(1, ...bars.map(({ counts }) => totalOf(counts)))

export const totalOf = (counts: Bar['counts']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** How both kinds of bars are divided, and the element of each part. */
const stackOf = (keys: string[]) => ({
  keys,
  value: ({ counts }: Bar, key: string) => counts[key] ?? 0,
  // The styles have the colours, which the color scheme changes.
  color: () => 'none',
  children: (stacks: Parameters<NonNullable<Stack['children']>>[0]) =>
    stacks.flatMap(({ key, bars }) =>
      bars.map(({ index, x, y, width, height, bar: { data } }) =>
        pointed(
          data.link(key),
          <rect key={`${key} ${index}`} data-tone={key.toLowerCase()} {...{ x, y, width, height }}>
            <title>{`${data.label}, ${labelOf(key)}: ${formatNumber(data.counts[key] ?? 0)}`}</title>
          </rect>,
        ),
      ),
    ),
})

type Stack = ComponentProps<typeof BarStack<Bar, string>>
