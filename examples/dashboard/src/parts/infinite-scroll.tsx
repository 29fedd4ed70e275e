import { useCallback, useEffect, useRef, useState } from 'react'
import { describeError } from './problem.js'

/** The next page is loaded when the end of the list is this far below the window. */
const MARGIN = '400px'

interface Props {
  /** The cursor of the last record; null if all pages are loaded. */
  readonly cursor: string | null
  readonly onLoad: (cursor: string) => Promise<unknown>
  /** When the next page is loaded: `near` the window, if the end of the list is there; `always`; by the `button` only. */
  readonly when?: 'near' | 'always' | 'button'
}

/** The end of a list. Loads the next page, and then the page after it. After an error, a press of the button tries again. */
export function InfiniteScroll({ cursor, onLoad, when = 'near' }: Props) {
  const [error, setError] = useState('')
  const end = useRef<HTMLButtonElement>(null)
  const latest = useRef(onLoad)
  useEffect(() => {
    latest.current = onLoad
  })
  const load = useCallback((after: string) => {
    setError('')
    latest.current(after).catch((reason: unknown) => {
      setError(describeError(reason))
    })
  }, [])
  useEffect(() => {
    if (!end.current || !cursor || when === 'button') return
    if (when === 'always') {
      load(cursor)
      return
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load(cursor)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(end.current)
    return () => {
      observer.disconnect()
    }
  }, [cursor, load, when])
  if (!cursor) return null
  return (
    <>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <button
        ref={end}
        type="button"
        className="more"
        onClick={() => {
          load(cursor)
        }}
      >
        Load more
      </button>
    </>
  )
}
