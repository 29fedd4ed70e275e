import type { Temporal } from 'temporal-polyfill'

/** The hours that the calendar names. */
const HOURS = [0, 6, 12, 18]

interface Props {
  readonly days: readonly Temporal.PlainDate[]
  readonly today: Temporal.PlainDate
}

/** The days of the calendar and their hours, which stay at its top. The name of a day stays beside those of the technicians. */
export const WeekHead = ({ days, today }: Props) => (
  <div className="week-head">
    <span />
    {days.map((day) => (
      <span
        key={day.toString()}
        ref={day.equals(today) ? showFirst : undefined}
        aria-current={day.equals(today) ? 'date' : undefined}
      >
        <time>
          {day.toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })}
        </time>
        {/* The jobs have their times for screen readers. */}
        <ol aria-hidden="true">
          {HOURS.map((hour) => (
            <li key={hour}>{hour}:00</li>
          ))}
        </ol>
      </span>
    ))}
  </div>
)

/** Scrolls the calendar until a day is beside the names. */
const showFirst = (head: HTMLElement | null) => {
  const calendar = head?.closest('.week')
  const names = head?.parentElement?.firstElementChild
  if (head && calendar && names) calendar.scrollLeft = head.offsetLeft - names.clientWidth
}
