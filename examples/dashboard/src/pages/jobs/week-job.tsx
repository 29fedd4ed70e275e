import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { WeekJobFragment } from '../../../generated/graphql.js'
import { countOf, labelOf, useTimeFormat } from '../../format.js'
import { type Pointer, useDrag } from '../../parts/use-drag.js'
import { navigate } from '../../route.js'
import { useMoveJob } from './move-job.js'
import { later, type Week } from './week.js'
import { type Technician, technicianOf } from './technicians.js'
import { HOUR_WIDTH } from './week-row.js'

interface Props {
  readonly job: WeekJobFragment
  readonly technicians: readonly Technician[]
  readonly week: Week
  readonly canMove: boolean
  /** The id of the job whose box was removed with the focus. In another row, a job has a new box. */
  readonly lost: RefObject<string | undefined>
  /** The pixels of the box, and of the line at its bottom that is as long as the job. */
  readonly place: Readonly<Record<'left' | 'width' | 'top', number> & Record<'--length', string>>
}

interface Shift {
  readonly hours: number
  readonly technicianId: string
}

/**
 * A job in the calendar. The mouse drags it, and a finger that has rested on it; with the keyboard, the arrow keys shift it by an hour or a technician, Enter saves,
 * and Escape puts it back. Enter opens a job that is not shifted.
 */
export function WeekJob({ job, technicians, week, canMove, lost, place }: Props) {
  const { time } = useTimeFormat()
  const [shift, setShift] = useState<Shift>()
  const box = useRef<HTMLButtonElement>(null)
  const move = useMoveJob()
  const conflicts = job.conflicts.totalCount
  const current = technicianOf(job)
  useLayoutEffect(() => {
    const element = box.current
    if (lost.current === job.id) {
      lost.current = undefined
      if (document.activeElement === document.body) element?.focus()
    }
    return () => {
      if (document.activeElement === element) lost.current = job.id
    }
  }, [job.id, lost])

  const save = ({ hours, technicianId }: Shift) => {
    const technician = technicians.find(({ id }) => id === technicianId) ?? current
    const [scheduledStart, scheduledEnd] = [job.scheduledStart, job.scheduledEnd].map((instant) =>
      later(instant, hours, week.timeZone),
    ) as [string, string]
    void move(job, { technician, scheduledStart, scheduledEnd })
  }
  const finish = (target: Shift) => {
    // The job itself is in its new place before the service has answered.
    setShift(undefined)
    if (target.hours !== 0 || target.technicianId !== current.id) save(target)
  }
  const shiftAt = ({ x, y, movedX }: Pointer): Shift => {
    const rows = document.elementsFromPoint(x, y)
    const row = rows.find((each) => each.matches('[data-technician]'))
    const technicianId = row?.getAttribute('data-technician') ?? current.id
    return { hours: Math.round(movedX / HOUR_WIDTH), technicianId }
  }
  const shiftBy = (hours: number, rows: number) => {
    const { hours: before, technicianId } = shift ?? { hours: 0, technicianId: current.id }
    const row = technicians.findIndex(({ id }) => id === technicianId) + rows
    setShift({ hours: before + hours, technicianId: technicians[row]?.id ?? technicianId })
  }
  const drag = useDrag(box, {
    canDrag: canMove,
    onDrag: (pointer) => {
      setShift(shiftAt(pointer))
    },
    onDrop: (pointer) => {
      finish(shiftAt(pointer))
    },
    onCancel: () => {
      setShift(undefined)
    },
  })
  const press = (key: string): boolean => {
    if (key === 'Enter' && !shift) navigate(`/jobs/${job.id}`)
    else if (!canMove) return false
    else if (key === 'ArrowLeft') shiftBy(-1, 0)
    else if (key === 'ArrowRight') shiftBy(1, 0)
    else if (key === 'ArrowUp') shiftBy(0, -1)
    else if (key === 'ArrowDown') shiftBy(0, 1)
    else if (key === 'Escape') setShift(undefined)
    else if (key === 'Enter' && shift) finish(shift)
    else return false
    return true
  }
  const target = technicians.find(({ id }) => id === shift?.technicianId)
  const shifted = shift && later(job.scheduledStart, shift.hours, week.timeZone)
  return (
    <button
      ref={box}
      type="button"
      className="week-job"
      data-tone={job.status.toLowerCase()}
      data-conflict={conflicts > 0}
      aria-label={`#${job.number} ${job.site.name}: job, ${labelOf(job.status)}, ${time(job.scheduledStart)}${conflicts > 0 ? `, ${countOf(conflicts, 'conflict')}` : ''}`}
      title={`#${job.number}, ${job.type.name}, ${job.site.name}, ${time(job.scheduledStart)} – ${time(job.scheduledEnd)}`}
      style={{ ...place, transform: shift && `translateX(${shift.hours * HOUR_WIDTH}px)` }}
      onKeyDown={(event) => {
        if (press(event.key)) event.preventDefault()
      }}
      onDoubleClick={() => {
        navigate(`/jobs/${job.id}`)
      }}
      {...drag}
    >
      <strong>#{job.number}</strong> <span>{job.site.name}</span>
      {shifted && (
        <span className="week-target" role="status">
          {time(shifted)}, {target?.fullName}
        </span>
      )}
    </button>
  )
}
