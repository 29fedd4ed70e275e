import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, Departure } from '../db/connect.js'

const departures = new WeakMap<FastifyReply, Departure>()

/** The sender of a request's statements, before its session is known. */
export const callerOfRequest = ({ record }: FastifyRequest, reply: FastifyReply): Caller => ({
  departure: departureOf(reply),
  use: record.database,
})

/** Whether requests with a method only read. */
export const onlyReads = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The `Departure` of a request: it leaves when the client closes its connection before it has the response. */
function departureOf(reply: FastifyReply): Departure {
  let departure = departures.get(reply)
  if (!departure) {
    const created = new Departure()
    departure = created
    departures.set(reply, created)
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) created.leave()
    })
  }
  return departure
}
