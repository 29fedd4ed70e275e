import { useEffect, useRef } from 'react'

/** How far below the window the end of the list is when the next page is loaded. */
const MARGIN = '400px'

interface Props {
  /** The cursor of the last record; null if all pages are loaded. */
  readonly cursor: string | null
  readonly onLoad: (cursor: string) => void
}

/** The end of a list. When it comes close to the window, it loads the next page; a new cursor makes it check again. */
export function InfiniteScroll({ cursor, onLoad }: Props) {
  const end = useRef<HTMLButtonElement>(null)
  const load = useRef(onLoad)
  useEffect(() => {
    load.current = onLoad
  })
  useEffect(() => {
    if (!end.current || !cursor) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load.current(cursor)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(end.current)
    return () => {
      observer.disconnect()
    }
  }, [cursor])
  if (!cursor) return null
  return (
    <button
      ref={end}
      type="button"
      className="more"
      onClick={() => {
        onLoad(cursor)
      }}
    >
      Load more
    </button>
  )
}
