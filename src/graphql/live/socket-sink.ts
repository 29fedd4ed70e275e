import type { ExecutionResult, GraphQLFormattedError } from 'graphql'
import type { Batch } from './batch.js'
import { CLOSE_MS, type Sink } from './live-stream.js'

/** The events of one subscription of a WebSocket. graphql-ws takes the next one when the last one was written to the socket. */
export class SocketSink implements Sink, AsyncIterableIterator<ExecutionResult> {
  /** Called when the client ends the subscription, or its connection has closed. */
  onReturn: () => void = () => undefined
  private readonly queue: { readonly result: ExecutionResult; readonly bytes: number }[] = []
  private bytes = 0
  private isEnded = false
  private unread: NodeJS.Timeout | undefined
  private take: (() => void) | undefined

  /** Called if the client does not read the end of the subscription. */
  constructor(private readonly terminate: () => void) {}

  send(batch: Batch): void {
    for (const [index, result] of batch.results().entries()) {
      const bytes = batch.texts[index]?.length ?? 0
      this.queue.push({ result, bytes })
      this.bytes += bytes
    }
    this.take?.()
  }

  waiting() {
    return { events: this.queue.length, bytes: this.bytes }
  }

  /** What waits for a client that has read too slowly is not sent. */
  end(errors?: readonly GraphQLFormattedError[]): void {
    if (errors) this.queue.splice(0)
    // `onNext` passes it on as it is.
    if (errors) this.queue.push({ result: { errors } as unknown as ExecutionResult, bytes: 0 })
    this.isEnded = true
    this.unread = setTimeout(this.terminate, CLOSE_MS).unref()
    this.take?.()
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    while (this.queue.length === 0 && !this.isEnded) {
      await new Promise<void>((resolve) => (this.take = resolve))
    }
    const next = this.queue.shift()
    if (!next) {
      clearTimeout(this.unread)
      return { done: true, value: undefined }
    }
    this.bytes -= next.bytes
    return { done: false, value: next.result }
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.queue.splice(0)
    this.isEnded = true
    clearTimeout(this.unread)
    this.take?.()
    this.onReturn()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator]() {
    return this
  }
}
