import { useCallback, useEffect, useRef, useState } from 'react'
import { describeError } from './problem.js'

/** How far below the window the end of the list is when the next page is loaded. */
const MARGIN = '400px'

interface Props {
  /** The cursor of the last record; null if all pages are loaded. */
  readonly cursor: string | null
  readonly onLoad: (cursor: string) => Promise<unknown>
}

/** The end of a list. When it comes close to the window, it loads the next page; a new cursor makes it check again. */
export function InfiniteScroll({ cursor, onLoad }: Props) {
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
    if (!end.current || !cursor) return
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
  }, [cursor, load])
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
