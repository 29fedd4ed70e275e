import type { GraphQLFormattedError } from 'graphql'
import { isAfter } from '../../domain/change-feed/read-logs.js'
import type { LogPosition } from '../../domain/change-feed/read-changes.js'
import type { Credentials, Session } from '../../domain/credential/session.js'
import type { ServerRequest } from '../../request/request.js'
import { resync } from '../errors.js'
import type { Batch } from './batch.js'
import { formatErrors } from './format-errors.js'

/** A connection whose client does not read what was sent last is closed after this time, in milliseconds. */
export const CLOSE_MS = 5000

/** What a transport does for a stream. */
export interface Sink {
  /** Sends the events. Does not wait until the client has received them. */
  send(batch: Batch): void
  /** The events, and the bytes, that the client has not received yet. */
  waiting(): { readonly events: number; readonly bytes: number }
  /** Sends errors, if there are any, and that the stream is complete. After `CLOSE_MS`, closes the connection if the client has not read them. */
  end(errors?: readonly GraphQLFormattedError[]): void
}

/** A client that has not received this many events or bytes before the next ones is too slow: its stream ends. */
const MAX_EVENTS = 1000
const MAX_BYTES = 1_000_000

/** A stream without an event for this time, in milliseconds, gets one that keeps it alive: proxies close a connection that is idle for 30 s. */
const ALIVE_MS = 20_000

/** The longest time in which a client receives a page of what it has missed, in milliseconds. */
const MAX_UNREAD_MS = 60_000

/** The estimated processor time to send one event to one client, in milliseconds. */
const SEND_MS = 0.02

/** One subscription of a client. */
export class LiveStream {
  isOpen = true
  sentAt = performance.now()
  checkedAt = performance.now()
  /** Events up to this position were sent before the stream joined its group. */
  private joinedAt: LogPosition | undefined

  constructor(
    readonly request: ServerRequest,
    readonly credentials: Credentials,
    readonly session: Session,
    private readonly sink: Sink,
    private readonly onEnd: () => void,
  ) {}

  /** From now on, only events after this position are sent. */
  joinAt(position: LogPosition): void {
    this.joinedAt = position
  }

  /** A position of the log, or the later one at which the stream has joined. */
  latestOf(position: LogPosition): LogPosition {
    const { joinedAt } = this
    return joinedAt && isAfter(joinedAt, position) ? joinedAt : position
  }

  send(batch: Batch): void {
    if (!this.isOpen) return
    const unsent = this.unsentOf(batch)
    if (unsent.length === 0) return
    const { events, bytes } = this.sink.waiting()
    if (events > MAX_EVENTS || bytes > MAX_BYTES) {
      this.endAsSlow()
      return
    }
    this.sentAt = performance.now()
    this.sink.send(unsent)
    this.request.meter.charge(unsent.length * SEND_MS)
  }

  /** Sends an event which says that the stream is alive, if there was no event for a while. */
  keepAlive(alive: () => Batch): void {
    if (performance.now() - this.sentAt >= ALIVE_MS) this.send(alive())
  }

  /** Ends the stream, with errors or as complete. */
  end(errors?: readonly unknown[]): void {
    if (!this.isOpen) return
    this.close()
    this.sink.end(errors && formatErrors(errors))
  }

  /** The connection has closed. */
  close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.onEnd()
  }

  /** Whether the client has not received most of what was sent. */
  get isWaiting(): boolean {
    return this.isOpen && this.sink.waiting().events > 0
  }

  /** Ends the stream of a client that has not received a page for too long. */
  endIfUnread(): void {
    if (this.isWaiting && performance.now() - this.sentAt > MAX_UNREAD_MS) this.endAsSlow()
  }

  private endAsSlow(): void {
    this.end([resync('The client has read too slowly.')])
  }

  private unsentOf(batch: Batch): Batch {
    const { joinedAt } = this
    if (!joinedAt || batch.positions.length === 0) return batch
    const from = batch.positions.findIndex((position) => isAfter(position, joinedAt))
    if (from < 0) return batch.from(batch.length)
    this.joinedAt = undefined
    return batch.from(from)
  }
}
