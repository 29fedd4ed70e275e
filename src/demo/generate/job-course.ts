import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { after, type Context, DAY_MS, HOUR_MS, MINUTE_MS } from './context.js'

/** When what happened to a job. */
export interface Course {
  readonly status: JobStatus
  readonly createdAt: Date
  readonly scheduledStart: Date
  readonly scheduledEnd: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly cancelledAt: Date | null
  readonly workedSeconds: number
  readonly workingSince: Date | null
}

const QUARTER_MS = 15 * MINUTE_MS

/** How a job in a state came to be in it: over the past year, under way now, or planned for the next six weeks. */
export function courseOf(context: Context, status: JobStatus): Course {
  const { random, now } = context
  const scheduledMs = random.integer(4, 20) * QUARTER_MS
  const nothing = {
    status,
    startedAt: null,
    completedAt: null,
    cancelledAt: null,
    workedSeconds: 0,
    workingSince: null,
  }
  const scheduled = (scheduledStart: Date) => ({
    ...nothing,
    createdAt: earlier(
      after(scheduledStart, -random.integer(3, 28) * DAY_MS),
      after(now, -random.integer(1, 72) * HOUR_MS),
    ),
    scheduledStart,
    scheduledEnd: after(scheduledStart, scheduledMs),
  })

  switch (status) {
    case 'scheduled': {
      // One in twelve should have begun already.
      const days = random.chance(1 / 12) ? -random.integer(1, 5) : random.integer(1, 42)
      return scheduled(workingHour(context, days))
    }
    case 'in_progress':
    case 'paused': {
      const startedAt = after(now, -random.integer(20, 240) * MINUTE_MS)
      const share = random.fraction()
      const elapsed = Math.floor((now.getTime() - startedAt.getTime()) / 1000)
      const course = scheduled(new Date(Math.floor(startedAt.getTime() / QUARTER_MS) * QUARTER_MS))
      // Either at it without a break, or again since a break in the middle; or in the break.
      const broken = status === 'paused' || random.chance(0.3)
      const workedSeconds = broken ? Math.floor(elapsed * (0.2 + share * 0.3)) : 0
      const resumedAt = broken ? after(now, -elapsed * 1000 * share * 0.4) : startedAt
      return {
        ...course,
        startedAt,
        workedSeconds,
        workingSince: status === 'paused' ? null : resumedAt,
      }
    }
    case 'completed': {
      const course = scheduled(workingHour(context, -random.integer(3, 364)))
      const startedAt = after(course.scheduledStart, random.integer(-30, 90) * MINUTE_MS)
      const completedAt = after(startedAt, scheduledMs * (0.6 + random.fraction() * 0.7))
      const elapsed = Math.floor((completedAt.getTime() - startedAt.getTime()) / 1000)
      const workedSeconds = random.chance(0.7) ? elapsed : Math.floor(elapsed * 0.8)
      return { ...course, startedAt, completedAt, workedSeconds }
    }
    case 'cancelled': {
      const course = scheduled(workingHour(context, -random.integer(3, 364)))
      const noticeMs = course.scheduledStart.getTime() - course.createdAt.getTime()
      const cancelledAt = after(course.createdAt, noticeMs * (0.1 + random.fraction() * 0.8))
      return { ...course, cancelledAt }
    }
  }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** A quarter of an hour of a working day's morning or early afternoon, so many days from now. */
function workingHour({ random, now }: Context, days: number): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const day = new Date(midnight + days * DAY_MS)
  const weekend = { 0: [-2, 1], 6: [-1, 2] }[day.getUTCDay()] ?? [0, 0]
  const shift = days < 0 ? (weekend[0] ?? 0) : (weekend[1] ?? 0)
  return after(day, shift * DAY_MS + random.integer(28, 56) * QUARTER_MS)
}
