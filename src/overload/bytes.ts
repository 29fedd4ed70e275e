import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bytesOf } from '../telemetry/request-log.js'

/** The estimated processor time, in milliseconds, of each request without its work, and of each byte. */
const REQUEST_MS = 0.2
const RECEIVED_BYTE_MS = 2e-6
const SENT_BYTE_MS = 1e-6

/** How many received bytes of a connection were charged. */
const charged = new WeakMap<Socket, number>()

/** Charges for what a request costs before and after its own work: for its head, its body and its response. */
export function chargeBytes(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw
  const received = socket.bytesRead - (charged.get(socket) ?? 0)
  charged.set(socket, socket.bytesRead)
  request.meter.charge(
    REQUEST_MS + received * RECEIVED_BYTE_MS + bytesOf(request, reply) * SENT_BYTE_MS,
  )
  request.meter.settle()
}
