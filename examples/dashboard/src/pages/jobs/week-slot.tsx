import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { useTimeFormat } from '../../format.js'
import { Modal } from '../../parts/modal.js'
import { JobForm } from './job-form.js'
import type { Technician } from './technicians.js'
import { hoursSince, instantAt, type Week } from './week.js'
import { HOUR_WIDTH } from './week-row.js'

const LAST_HOUR = 7 * 24 - 1
/** When a working day begins. */
const FIRST_HOUR = 9

interface Props {
  readonly technician: Technician
  readonly week: Week
}

/**
 * The time of a technician, behind the jobs. A press opens the form for a new job at its hour. With the keyboard, the arrow keys choose
 * the hour, and Page Up and Page Down the day.
 */
export function WeekSlot({ technician: { id, fullName }, week }: Props) {
  const { time } = useTimeFormat()
  const [hour, setHour] = useState<number>()
  const [start, setStart] = useState<string>()
  const shown = hour === undefined ? undefined : instantAt(week, hour)

  const close = () => {
    setStart(undefined)
  }
  const goBy = (hours: number) => {
    setHour((before = firstHourOf(week)) => clamp(before + hours))
  }
  return (
    <>
      <button
        type="button"
        className="week-slot"
        aria-label={id ? `New job for ${fullName}` : 'New job, not assigned'}
        onPointerMove={({ pointerType, clientX, currentTarget }) => {
          // A finger that moves scrolls.
          if (pointerType !== 'touch') setHour(hourAt(clientX, currentTarget))
        }}
        onFocus={({ currentTarget }) => {
          goBy(0)
          reveal(currentTarget.firstElementChild)
        }}
        onKeyDown={(event) => {
          const hours = HOURS[event.key]
          if (hours === undefined) return
          event.preventDefault()
          goBy(hours)
        }}
        onClick={({ detail, clientX, currentTarget }) => {
          // A click of the keyboard has no place.
          const chosen = detail > 0 ? hourAt(clientX, currentTarget) : hour
          setStart(instantAt(week, chosen ?? firstHourOf(week)))
        }}
      >
        {hour !== undefined && shown !== undefined && (
          <span
            key={hour}
            ref={reveal}
            className="week-target"
            role="status"
            style={{ left: hour * HOUR_WIDTH }}
          >
            + {time(shown)}
          </span>
        )}
      </button>
      {start && (
        <Modal label="New job" onClose={close}>
          <h2>New job</h2>
          <JobForm technicianIds={id ? [id] : []} start={start} onCreated={close}>
            <button type="button" onClick={close}>
              Cancel
            </button>
          </JobForm>
        </Modal>
      )}
    </>
  )
}

/** By how many hours the keys move the slot. */
const HOURS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -24,
  PageDown: 24,
}

const hourAt = (clientX: number, track: Element) =>
  clamp(Math.floor((clientX - track.getBoundingClientRect().left) / HOUR_WIDTH))

const clamp = (hour: number) => Math.min(Math.max(hour, 0), LAST_HOUR)

/** The morning of today, or of the first day of another week. */
function firstHourOf(week: Week): number {
  const hours = hoursSince(week, Temporal.Now.instant().toString())
  return (hours > 0 && hours <= LAST_HOUR ? Math.floor(hours / 24) * 24 : 0) + FIRST_HOUR
}

/** Moves the hour that the keyboard has chosen into the visible part of the calendar. */
const reveal = (marker: Element | null) => {
  if (marker?.closest(':focus-visible'))
    marker.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
