import { useMutation, useQuery } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { graphql } from '../../generated/index.js'
import type { ViewerQuery } from '../../generated/graphql.js'
import { TimeZoneContext } from '../format.js'
import { Loading, Problem } from '../parts/problem.js'
import { navigate, type Route, useRoute, useScrollPosition } from '../route.js'
import { AssetPage } from './asset.js'
import { JobBoard } from './job-board.js'
import { Overview } from './overview.js'
import { SitePage } from './site.js'
import { SiteForm } from './site-form.js'
import { SiteList } from './site-list.js'

const VIEWER = graphql(`
  query Viewer {
    viewer {
      role
      user {
        id
        fullName
        timezone
      }
      company {
        id
        name
      }
    }
  }
`)
const LOGOUT = graphql(`
  mutation Logout {
    logout(input: {}) {
      ok
    }
  }
`)
const LINKS = [
  ['', 'Overview'],
  ['sites', 'Sites'],
  ['jobs', 'Jobs'],
] as const

/** The frame of all pages: navigation, the user, and the page of the current route. */
export function Shell({ onSignOut }: { onSignOut: () => void }) {
  const { data, error, refetch } = useQuery(VIEWER)
  const [logout] = useMutation(LOGOUT)
  const route = useRoute()
  const main = useRef<HTMLElement>(null)
  useScrollPosition(route)
  const place = route.path.join('/')
  // A screen reader starts to read at the new page.
  useEffect(() => {
    main.current?.focus({ preventScroll: true })
  }, [place])

  const signOut = () => {
    // Even if the request fails, the client forgets the tokens; they expire later.
    logout()
      .catch(() => undefined)
      .finally(() => {
        navigate('/')
        onSignOut()
      })
  }
  return (
    <>
      <header className="bar">
        <strong>{data?.viewer.company.name ?? 'Field inspections'}</strong>
        <nav aria-label="Pages">
          {LINKS.map(([path, label]) => (
            <a key={path} href={`#/${path}`} aria-current={isCurrent(route, path)}>
              {label}
            </a>
          ))}
        </nav>
        <span className="user">{data?.viewer.user.fullName}</span>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </header>
      <main ref={main} tabIndex={-1}>
        {error && <Problem error={error} onRetry={refetch} />}
        {!data && !error && <Loading />}
        {data && (
          <TimeZoneContext value={data.viewer.user.timezone}>
            <Page route={route} viewer={data.viewer} />
          </TimeZoneContext>
        )}
      </main>
    </>
  )
}

function Page({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const [page = '', id, action] = route.path
  if (page === 'sites' && id && action === 'edit') return <SiteForm key={id} id={id} />
  if (page === 'sites' && id) return <SitePage key={id} id={id} canEdit={viewer.role === 'ADMIN'} />
  if (page === 'sites') return <SiteList route={route} />
  if (page === 'assets' && id) return <AssetPage key={id} id={id} />
  if (page === 'jobs' && !id) return <JobBoard viewer={viewer} />
  if (page === '') return <Overview />
  return <NoPage />
}

const NoPage = () => (
  <>
    <title>No such page · Field inspections</title>
    <h1>There is no such page</h1>
    <p role="alert">
      The address <code>{location.hash}</code> belongs to no page. The <a href="#/">overview</a>{' '}
      leads to all pages.
    </p>
  </>
)

function isCurrent({ path: [page = ''] }: Route, path: string): 'page' | undefined {
  return page === path || (page === 'assets' && path === 'sites') ? 'page' : undefined
}
