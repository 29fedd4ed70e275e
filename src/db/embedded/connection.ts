import { Duplex } from 'node:stream'

/** The backend as one connection uses it. */
export interface Backend {
  /** Waits until no other connection is open. Returns the function that lets the next one in. */
  enter(): Promise<() => void>
  execute(message: Uint8Array): Promise<Uint8Array>
}

const TERMINATE = 'X'.charCodeAt(0)
/** The messages that a backend responds to immediately: Query, Sync, Flush, and the two ends of a COPY. */
const ANSWERED = new Set(['Q', 'S', 'H', 'c', 'f'].map((letter) => letter.charCodeAt(0)))

/**
 * A connection to the embedded database, with the methods that node-postgres expects of a socket.
 *
 * It passes on whole messages, up to the last one that the backend responds to immediately. The first message of a
 * connection (the startup packet) has no type byte before its length.
 */
export class EmbeddedConnection extends Duplex {
  private pending: Buffer = Buffer.alloc(0)
  private leave: (() => void) | undefined

  // These have no effect here.
  readonly setNoDelay = () => this
  readonly setKeepAlive = () => this
  readonly ref = () => this
  readonly unref = () => this

  constructor(private readonly backend: Backend) {
    super()
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  override _read(): void {
    // Responses are pushed when they arrive.
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
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
    if (!this.destroyed) this.respond(await this.backend.execute(message))
  }

  private respond(bytes: Uint8Array): void {
    if (!this.destroyed && bytes.length > 0) this.push(bytes)
  }

  private async enter(): Promise<void> {
    this.leave = await this.backend.enter()
    if (this.destroyed) this.leave()
  }

  /** Removes and returns what has arrived up to the last whole message that the backend responds to immediately. */
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
