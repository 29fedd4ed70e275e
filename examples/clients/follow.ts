/** What a client reports about its subscription. */
export interface Listener {
  /** The newest cursor: of a change, or `extensions.cursor` of an event without one. */
  readonly onCursor: (cursor: string) => void
  /** The stream has ended; `code` is that of its error, if it has one. */
  readonly onEnd: (code?: string) => void
}

interface Options {
  /** Subscribes after a cursor. Returns the function that ends the subscription. */
  readonly open: (after: string | undefined, listener: Listener) => () => void
  /** The changes since the cursor are not known: read again what is on the screen. */
  readonly onResync: () => void
  readonly onLive?: (isLive: boolean) => void
}

/** The pause before a stream is opened again, in milliseconds. It doubles with each failure. */
const PAUSE = { first: 500, longest: 30_000 }

/** Follows what changes, also across failures: opens each next stream after the newest cursor. Returns the function that stops it. */
export function follow({ open, onResync, onLive = () => undefined }: Options): () => void {
  let cursor: string | undefined
  let pause = PAUSE.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let close: (() => void) | undefined
  let isStopped = false
  const begin = () => {
    close = open(cursor, {
      onCursor: (newest) => {
        cursor = newest
        pause = PAUSE.first
        onLive(true)
      },
      onEnd: (code) => {
        if (isStopped) return
        onLive(false)
        if (code === 'RESYNC') {
          cursor = undefined
          onResync()
        }
        timer = setTimeout(begin, pause)
        pause = Math.min(2 * pause, PAUSE.longest)
      },
    })
  }
  begin()
  return () => {
    isStopped = true
    clearTimeout(timer)
    close?.()
  }
}
