import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLFormattedError } from 'graphql'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { costHeaders } from '../operation/cost-report.js'
import type { Batch } from './batch.js'
import { formatErrors } from './format-errors.js'
import { CLOSE_MS, type Sink } from './live-stream.js'
import {
  type GivenSubscription,
  type LiveParts,
  prepareSubscription,
  refusalsOf,
} from './open-subscription.js'

/*
 * Server-sent events, by the protocol of graphql-sse in the mode "distinct connections": one response is one subscription, the event
 * `next` has a result, and `complete` ends the stream. Its server part serialises each result for each client, so only its client is used,
 * in tests and in examples.
 */

const nextEvent = (text: string) => `event: next\ndata: ${text}\n\n`
const COMPLETE = 'event: complete\ndata: \n\n'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Neither a proxy nor the service compresses the stream or holds it back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Answers a request with a stream of events. A subscription that is refused is a stream, too, with one event that has the errors: clients
 * handle its codes as those of any operation.
 */
export async function sendEvents(
  parts: LiveParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const begin = await prepareSubscription(parts, request, givenBy(request)).catch(
    (error: unknown) => {
      const errors = formatErrors(refusalsOf(error))
      request.record.fail(errors.map(({ extensions }) => String(extensions?.['code'])))
      return errors
    },
  )
  reply.hijack()
  // The client has left in the meantime.
  if (request.end.isReached) return
  const { raw } = reply
  if (!Array.isArray(begin)) reply.headers(costHeaders(begin.cost))
  raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS })
  const sink = new EventSink(raw)
  if (Array.isArray(begin)) {
    sink.end(begin)
    return
  }
  const opened: { close?: () => void } = {}
  request.end.beginStream(() => opened.close?.())
  const stream = begin.begin(sink, 'sse')
  opened.close = () => {
    stream.close()
  }
}

const givenBy = ({ body }: FastifyRequest): GivenSubscription =>
  typeof body === 'object' && body !== null ? body : {}

class EventSink implements Sink {
  /** The events since the last one that the socket had room for. */
  private unsent = 0

  constructor(private readonly response: ServerResponse) {
    response.on('drain', () => (this.unsent = 0))
    // A write to a connection that breaks: `close` follows.
    response.on('error', () => undefined)
  }

  send(batch: Batch): void {
    const isSent = this.response.write(batch.bytes(nextEvent))
    this.unsent = isSent ? 0 : this.unsent + batch.length
  }

  waiting() {
    return { events: this.unsent, bytes: this.response.writableLength }
  }

  end(errors?: readonly GraphQLFormattedError[]): void {
    const { response } = this
    response.end((errors ? nextEvent(JSON.stringify({ errors })) : '') + COMPLETE)
    const timer = setTimeout(() => response.destroy(), CLOSE_MS).unref()
    response.once('close', () => {
      clearTimeout(timer)
    })
  }
}
