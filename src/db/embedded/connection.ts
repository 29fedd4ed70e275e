import { Duplex } from 'node:stream'

/** The backend as one connection sees it. */
export interface Backend {
  /** Waits until no other connection is open, and answers what lets the next one in. */
  enter(): Promise<() => void>
  execute(message: Uint8Array): Promise<Uint8Array>
}

const TERMINATE = 'X'.charCodeAt(0)
/** The messages that a backend answers at once: Query, Sync, Flush and the two ends of a COPY. */
const ANSWERED = new Set(['Q', 'S', 'H', 'c', 'f'].map((letter) => letter.charCodeAt(0)))

/**
 * A connection to the embedded database, in the shape of the socket that node-postgres expects.
 *
 * Whole messages are handed over, up to the last one that makes the backend answer. The first message of a connection
 * (the startup packet) has no type byte before its length.
 */
export class EmbeddedConnection extends Duplex {
  private pending: Buffer = Buffer.alloc(0)
  private leave: (() => void) | undefined

  constructor(private readonly backend: Backend) {
    super()
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.receive(chunk).then(() => {
      done()
    }, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.receive(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => {
      done()
    }, done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.leave?.()
    done(error)
  }

  private async receive(chunk: Buffer): Promise<void> {
    this.pending = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk
    const message = this.takeMessages()
    if (message.length === 0) return
    if (!this.leave) await this.enter()
    if (!this.destroyed) this.answer(await this.backend.execute(message))
  }

  private async enter(): Promise<void> {
    this.leave = await this.backend.enter()
    if (this.destroyed) this.leave()
  }

  private answer(message: Uint8Array): void {
    if (!this.destroyed && message.length > 0) this.push(message)
  }

  /** Cuts off the start of what came: everything up to the last whole message that is answered. */
  private takeMessages(): Buffer {
    let starting = !this.leave
    let end = 0
    for (let at = 0; this.pending.length - at >= 5; starting = false) {
      const type = this.pending[at] ?? 0
      const next = starting
        ? at + this.pending.readUInt32BE(at)
        : at + 1 + this.pending.readUInt32BE(at + 1)
      if (next > this.pending.length) break
      if (type === TERMINATE && !starting) {
        this.push(null)
        break
      }
      if (starting || ANSWERED.has(type)) end = next
      at = next
    }
    const message = this.pending.subarray(0, end)
    this.pending = this.pending.subarray(end)
    return message
  }
}
