import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.js'
import { calendarCredential } from '../domain/calendar/calendar-link.js'
import { openCalendar, readCalendarJobs } from '../domain/calendar/read-calendar.js'
import { matchesTag, tagOf } from '../request/entity-tag.js'
import { pathNotFound } from '../http/http-error.js'
import { refuseOtherMethods, supportEveryMethod } from '../http/method-not-allowed.js'
import { formatErrors } from '../http/mount.js'
import { version } from '../version.js'
import { renderCalendar } from './render-calendar.js'

interface Route {
  readonly Params: { readonly file: string }
}

/** `GET /calendar/<company>-<secret>.ics`: the jobs of a user or a site, for calendars, without other credentials. */
export const calendar =
  (db: Database) =>
  async (app: FastifyInstance): Promise<void> => {
    supportEveryMethod(app)
    formatErrors(app, ({ message }) => ({ message }))
    const config = { operation: { name: 'calendar', kind: 'query' } } as const
    app.get<Route>('/calendar/:file', { config }, (request, reply) =>
      sendCalendar(db, request, reply),
    )
    refuseOtherMethods(app, '/calendar/:file', ['GET', 'HEAD'])
  }

async function sendCalendar(db: Database, request: FastifyRequest<Route>, reply: FastifyReply) {
  const { access, params, headers, meter } = request
  const credential = calendarCredential(params.file)
  const own = db.forCaller({ ...access.caller, companyId: credential.companyId })
  const open = await openCalendar(own, credential)
  if (!open) throw pathNotFound()
  const { companyId, userId } = open
  access.identify({ companyId, userId })
  const jobs = await readCalendarJobs(own, open, new Date())
  return meter.time(() => {
    // Of what the calendar shows, because the text has the time at which it was made.
    const etag = tagOf(JSON.stringify([version.version, open, jobs]))
    const isKnown = matchesTag(headers['if-none-match'], etag)
    const text = isKnown ? undefined : renderCalendar(open, jobs)
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (isKnown) return reply.status(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="jobs.ics"')
      .send(text)
  })
}
