import { Duplex } from 'node:stream'

/** The single backend process, which the connections use one after the other. */
export interface Backend {
  /** Acquires a mutex: waits until all earlier connections are closed. Returns the function that releases it. */
  enter(): Promise<() => void>
  /** Executes messages of the PostgreSQL protocol. Returns the messages of the response. */
  execute(messages: Uint8Array): Promise<Uint8Array>
}

const TERMINATE = 'X'.charCodeAt(0)
/** The types of the messages that make a backend send its responses: Query, Sync, Flush, CopyDone and CopyFail. */
const MAKES_RESPONSE = new Set(['Q', 'S', 'H', 'c', 'f'].map((letter) => letter.charCodeAt(0)))

/**
 * A connection to the embedded database, with the methods that node-postgres expects of a socket.
 *
 * It buffers incoming bytes until a message that makes the backend respond is complete, and then passes on all messages
 * up to this one. The first message of a connection (the startup packet) has no type byte before its length.
 */
export class EmbeddedConnection extends Duplex {
  private pending: Buffer = Buffer.alloc(0)
  private leave: (() => void) | undefined

  // Settings of a socket, which have no effect here.
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
    const messages = this.takeMessages()
    if (messages.length === 0) return
    this.leave ??= await this.backend.enter()
    if (this.destroyed) {
      this.leave()
      return
    }
    const response = await this.backend.execute(messages)
    // Node ignores a push if the connection has been destroyed in the meantime.
    if (response.length > 0) this.push(response)
  }

  /** Removes and returns the buffered bytes up to the last complete message that makes the backend respond. */
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
      if (starting || MAKES_RESPONSE.has(type)) end = next
      at = next
    }
    const messages = this.pending.subarray(0, end)
    this.pending = this.pending.subarray(end)
    return messages
  }
}
