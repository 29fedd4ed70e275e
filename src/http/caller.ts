import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, Departure } from '../db/connect.js'

const departures = new WeakMap<FastifyReply, Departure>()

/** On whose behalf a request's statements are sent, before its session is known. */
export const callerOfRequest = ({ record }: FastifyRequest, reply: FastifyReply): Caller => ({
  departure: departureOf(reply),
  use: record.database,
})

/** Whether requests with a method only read. */
export const onlyReads = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Notices if the client closes its connection before it has the response. One `Departure` for each request. */
function departureOf(reply: FastifyReply): Departure {
  let departure = departures.get(reply)
  if (!departure) {
    const created = new Departure()
    departure = created
    departures.set(reply, created)
    const leave = () => {
      if (!reply.raw.writableFinished) created.leave()
    }
    if (reply.raw.destroyed) leave()
    else reply.raw.once('close', leave)
  }
  return departure
}
