import type { RefObject } from 'react'
import type { WeekJobFragment } from '../../../generated/graphql.js'
import { linkTo } from '../../route.js'
import { boxesOf, type Week } from './week.js'
import type { Technician } from './technicians.js'
import { WeekJob } from './week-job.js'
import { WeekSlot } from './week-slot.js'

/** The width of an hour and the height of a line, in pixels. */
export const HOUR_WIDTH = 14
const LINE_HEIGHT = 44

interface Props {
  readonly technician: Technician
  readonly technicians: readonly Technician[]
  readonly jobs: readonly WeekJobFragment[]
  readonly week: Week
  /** Admins move jobs, and create new ones. */
  readonly isAdmin: boolean
  readonly lost: RefObject<string | undefined>
}

/** The week of a technician, or of the jobs without one. */
export function WeekRow({ technician, technicians, jobs, week, isAdmin, lost }: Props) {
  const boxes = boxesOf(jobs, week)
  const minHeight = (Math.max(0, ...boxes.map(({ line }) => line)) + 1) * LINE_HEIGHT
  const filter = technician.id ? { technicianIds: technician.id } : { assigned: 'no' }
  return (
    <div className="week-row" data-technician={technician.id}>
      <h2>
        <a href={linkTo('jobs', filter)}>{technician.fullName}</a>
      </h2>
      <div className="week-track" style={{ minHeight }}>
        {isAdmin && <WeekSlot technician={technician} week={week} />}
        {boxes.map(({ job, from, to, textTo, line }) => (
          <WeekJob
            key={job.id}
            job={job}
            technicians={technicians}
            week={week}
            canMove={isAdmin && job.status !== 'COMPLETED'}
            lost={lost}
            place={{
              left: from * HOUR_WIDTH,
              width: (textTo - from) * HOUR_WIDTH,
              top: line * LINE_HEIGHT,
              '--length': `${(to - from) * HOUR_WIDTH}px`,
            }}
          />
        ))}
      </div>
    </div>
  )
}
