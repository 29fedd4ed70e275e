/** The maximum number of requests of one client that wait. */
const MAX_WAITING = 500
/** A request that has waited longer than this is refused, in milliseconds. */
const MAX_WAIT_MS = 4000

interface QueuedRequest {
  readonly start: () => void
  readonly refuse: () => void
  timer?: NodeJS.Timeout
  state: 'waiting' | 'in progress' | 'ended'
}

interface Client {
  inProgress: number
  /** In order of arrival. */
  readonly waiting: Set<QueuedRequest>
}

/**
 * Limits how many requests of one client are in progress; the others wait. A burst of one client's requests then delays
 * neither the requests of others nor new connections: Node.js accepts one connection in each iteration of the event
 * loop.
 */
export class ConcurrencyLimit {
  private readonly clients = new Map<string, Client>()

  /** @param maxInProgress the maximum number of requests of one client in progress */
  constructor(private readonly maxInProgress: number) {}

  /** The number of requests of all clients that wait. */
  get waiting(): number {
    return [...this.clients.values()].reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /**
   * Calls either `start` when the request may begin, synchronously if possible, or `refuse` if too many requests wait, this
   * request waits too long, or it ends before it may begin. The returned function must be called when the request ends,
   * whether or not it began.
   */
  enter(key: string, start: () => void, refuse: () => void): () => void {
    let client = this.clients.get(key)
    if (!client) this.clients.set(key, (client = { inProgress: 0, waiting: new Set() }))
    const request: QueuedRequest = { start, refuse, state: 'waiting' }
    if (client.inProgress < this.maxInProgress) {
      client.inProgress += 1
      request.state = 'in progress'
      start()
    } else if (client.waiting.size < MAX_WAITING) {
      client.waiting.add(request)
      request.timer = setTimeout(() => {
        client.waiting.delete(request)
        request.state = 'ended'
        refuse()
      }, MAX_WAIT_MS)
    } else {
      request.state = 'ended'
      refuse()
    }
    return () => {
      this.end(key, client, request)
    }
  }

  private end(key: string, client: Client, request: QueuedRequest): void {
    const { state } = request
    request.state = 'ended'
    if (state === 'waiting') {
      clearTimeout(request.timer)
      client.waiting.delete(request)
      request.refuse()
    }
    if (state !== 'in progress') return
    const [next] = client.waiting
    if (next) {
      clearTimeout(next.timer)
      client.waiting.delete(next)
      next.state = 'in progress'
      // In the next iteration of the event loop, after the requests of others.
      setImmediate(() => {
        if (next.state === 'in progress') next.start()
        else next.refuse()
      })
    } else if (--client.inProgress === 0) this.clients.delete(key)
  }
}
