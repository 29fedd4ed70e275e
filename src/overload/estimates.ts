import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bytesSent } from '../request/record.js'

/** The estimated processor time, in milliseconds, of each request without its work, and of each byte. */
const REQUEST_MS = 0.2
const RECEIVED_BYTE_MS = 2e-6
const SENT_BYTE_MS = 1e-6
/** The estimated processor time of each byte of a mutation that is not refused: its input is checked, written as rows, and read back. */
const INPUT_BYTE_MS = 8e-5
/** The estimated processor time of each statement: to write its text, to send it and to read its rows. */
const STATEMENT_MS = 0.2
/** That of a message of a WebSocket, and of the statement that authenticates it. */
export const MESSAGE_MS = REQUEST_MS + STATEMENT_MS

/** How many received bytes of a connection were charged. */
const charged = new WeakMap<Socket, number>()

/** Charges for what is not measured: the head of a request, its body, its statements and its response. */
export function chargeEstimates(request: FastifyRequest, reply: FastifyReply): void {
  const received = bytesReceived(request)
  const bytesMs = received * RECEIVED_BYTE_MS + bytesSent(request, reply) * SENT_BYTE_MS
  const { kind, database } = request.record
  const isWritten = kind === 'mutation' && reply.statusCode < 400
  const inputMs = isWritten ? received * INPUT_BYTE_MS : 0
  request.meter.charge(REQUEST_MS + bytesMs)
  request.meter.chargePieces(database.statements * STATEMENT_MS + inputMs)
}

/**
 * The bytes that the connection has received since its last request. The body of a refused request may arrive after the
 * response: then its `Content-Length` counts.
 */
function bytesReceived({ raw: { socket }, headers }: FastifyRequest): number {
  const before = charged.get(socket) ?? 0
  const received = Math.max(socket.bytesRead - before, Number(headers['content-length']) || 0)
  charged.set(socket, before + received)
  return received
}
