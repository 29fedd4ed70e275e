/** What a client reports about its subscription. */
export interface Listener {
  /** The newest cursor: of a change, or `extensions.cursor` of an event without one. */
  readonly onCursor: (cursor: string) => void
  /** The stream has ended; `code` is that of its error, if it has one. */
  readonly onEnd: (code?: string) => void
}

interface Options {
  /** The cursor to begin after; absent: with what changes from now on. */
  readonly from?: string | undefined
  /** Subscribes after a cursor. Returns the function that ends the subscription. */
  readonly open: (after: string | undefined, listener: Listener) => () => void
  /** Some changes are not known: read again what is on the screen. The stream has what changes from now on. */
  readonly onResync: () => void
  readonly onLive?: (isLive: boolean) => void
}

/** The pause before a stream is opened again, in milliseconds. It doubles with each failure. */
const PAUSE = { first: 500, longest: 30_000 }

/** The service sends an event every 20 seconds: without one for this time, in milliseconds, the connection does not work any more. */
const SILENCE = 60_000

/** Follows what changes, also across failures: opens each next stream after the newest cursor. Returns the function that stops it. */
export function follow({ from, open, onResync, onLive = () => undefined }: Options): () => void {
  let cursor = from
  let pause = PAUSE.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let close: (() => void) | undefined
  let isStopped = false
  let isStale = false
  const begin = () => {
    let isOver = false
    const onEnd = (code?: string) => {
      if (isStopped || isOver) return
      isOver = true
      onLive(false)
      if (code === 'RESYNC') cursor = undefined
      // The next stream does not have what changes before it begins.
      isStale ||= cursor === undefined
      clearTimeout(timer)
      timer = setTimeout(begin, pause)
      pause = Math.min(2 * pause, PAUSE.longest)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        close?.()
        onEnd()
      }, SILENCE)
    }
    wait()
    close = open(cursor, {
      onCursor: (newest) => {
        if (isStopped || isOver) return
        cursor = newest
        pause = PAUSE.first
        wait()
        if (isStale) {
          isStale = false
          onResync()
        }
        onLive(true)
      },
      onEnd,
    })
  }
  begin()
  return () => {
    isStopped = true
    clearTimeout(timer)
    close?.()
  }
}
