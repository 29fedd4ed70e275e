import type { FastifyReply } from 'fastify'
import { Departure } from '../db/connect.js'

const departures = new WeakMap<FastifyReply, Departure>()

/** The `Departure` of a request: it leaves when the client closes its connection before it has the response. */
export function departureOf(reply: FastifyReply): Departure {
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
