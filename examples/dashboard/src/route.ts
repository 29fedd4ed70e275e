import { useEffect, useSyncExternalStore } from 'react'

/** A place in the dashboard: the fragment of its address, such as `#/sites?risk=HIGH`. Any static server can serve it. */
export interface Route {
  /** The parts of the path: `['sites']`. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  return { path: path.replace(/\/$/, '').split('/'), query: new URLSearchParams(query) }
}

/** The statuses of jobs that are not finished, as the filter of a list has them. */
export const OPEN_JOBS = 'SCHEDULED,IN_PROGRESS,PAUSED'

/** The link to a page: `linkTo('jobs', { late: 'yes' })` is `#/jobs?late=yes`. */
export function linkTo(path: string, query: Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString()
  return `#/${path}${text && `?${text}`}`
}

export function navigate(path: string): void {
  location.hash = path
}

/** Changes the query of the current route without a new entry in the history. Empty values are removed. */
export function changeQuery({ path, query }: Route, change: Record<string, string>): void {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  const text = changed.size > 0 ? `?${changed.toString()}` : ''
  history.replaceState(null, '', `#/${path.join('/')}${text}`)
  // Dispatched before this returns, because a checkbox shows the query: after `location.replace`, the event comes later.
  dispatchEvent(new HashChangeEvent('hashchange'))
}

const positions = new Map<string, number>()

/** Scrolls a page to where the user left it, such as far down in a list. */
export function useScrollPosition({ path }: Route): void {
  const place = path.join('/')
  useEffect(() => {
    scrollTo(0, positions.get(place) ?? 0)
    const remember = () => {
      positions.set(place, scrollY)
    }
    addEventListener('scroll', remember, { passive: true })
    return () => {
      removeEventListener('scroll', remember)
    }
  }, [place])
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => {
    removeEventListener('hashchange', onChange)
  }
}
