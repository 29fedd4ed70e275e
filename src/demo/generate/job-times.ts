import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { after, type Context, DAY_MS, HOUR_MS, MINUTE_MS } from './context.js'

const QUARTER_MS = 15 * MINUTE_MS

/** The times of a job with this status: closed in the past year, open now, or scheduled for the next six weeks. */
export function timesOf(context: Context, status: JobStatus) {
  const { random, now } = context
  const scheduledMs = random.integer(4, 20) * QUARTER_MS
  const scheduled = (scheduledStart: Date) => ({
    status,
    createdAt: earlier(
      after(scheduledStart, -random.integer(3, 28) * DAY_MS),
      after(now, -random.integer(1, 72) * HOUR_MS),
    ),
    scheduledStart,
    scheduledEnd: after(scheduledStart, scheduledMs),
    startedAt: null,
    completedAt: null,
    cancelledAt: null,
    workedSeconds: 0,
    workingSince: null,
  })

  switch (status) {
    case 'scheduled': {
      // One scheduled job in twelve is late.
      const days = random.chance(1 / 12) ? -random.integer(1, 5) : random.integer(1, 42)
      return scheduled(workingHour(context, days))
    }
    case 'in_progress':
    case 'paused': {
      const startedAt = after(now, -random.integer(20, 240) * MINUTE_MS)
      const share = random.fraction()
      const elapsed = secondsBetween(startedAt, now)
      const times = scheduled(new Date(Math.floor(startedAt.getTime() / QUARTER_MS) * QUARTER_MS))
      // A job in progress has had one pause or none. A paused job is in its first pause.
      const hasPaused = status === 'paused' || random.chance(0.3)
      const workedSeconds = hasPaused ? Math.floor(elapsed * (0.2 + share * 0.3)) : 0
      const resumedAt = hasPaused ? after(now, -elapsed * 1000 * share * 0.4) : startedAt
      const workingSince = status === 'paused' ? null : resumedAt
      return { ...times, startedAt, workedSeconds, workingSince }
    }
    case 'completed': {
      const times = scheduled(workingHour(context, -random.integer(3, 364)))
      const startedAt = after(times.scheduledStart, random.integer(-30, 90) * MINUTE_MS)
      const completedAt = after(startedAt, scheduledMs * (0.6 + random.fraction() * 0.7))
      const elapsed = secondsBetween(startedAt, completedAt)
      const workedSeconds = random.chance(0.7) ? elapsed : Math.floor(elapsed * 0.8)
      return { ...times, startedAt, completedAt, workedSeconds }
    }
    case 'cancelled': {
      const times = scheduled(workingHour(context, -random.integer(3, 364)))
      const noticeMs = times.scheduledStart.getTime() - times.createdAt.getTime()
      const cancelledAt = after(times.createdAt, noticeMs * (0.1 + random.fraction() * 0.8))
      return { ...times, cancelledAt }
    }
  }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

const secondsBetween = (start: Date, end: Date) =>
  Math.floor((end.getTime() - start.getTime()) / 1000)

/** A time between 7:00 and 14:00 UTC, at a multiple of 15 minutes, on a weekday about `days` days from now. */
function workingHour({ random, now }: Context, days: number): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const day = new Date(midnight + days * DAY_MS)
  const [backward, forward] = { 0: [-2, 1], 6: [-1, 2] }[day.getUTCDay()] ?? [0, 0]
  const shift = (days < 0 ? backward : forward) ?? 0
  return after(day, shift * DAY_MS + random.integer(28, 56) * QUARTER_MS)
}
