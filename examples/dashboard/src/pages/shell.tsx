import { useMutation, useQuery } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { graphql } from '../../generated/index.js'
import type { ViewerQuery } from '../../generated/graphql.js'
import { TimeZoneContext } from '../format.js'
import { Loading, Problem } from '../parts/problem.js'
import { StaleNotice } from '../parts/stale-notice.js'
import { Toasts } from '../parts/toasts.js'
import { navigate, type Route, useRoute, useScrollPosition } from '../route.js'
import { AssetList } from './assets/asset-list.js'
import { AssetPage } from './assets/asset.js'
import { OnboardAsset } from './assets/onboard-asset.js'
import { FindingList } from './findings/finding-list.js'
import { InspectionList } from './inspections/inspection-list.js'
import { JobBoard } from './jobs/job-board.js'
import { JobList } from './jobs/job-list.js'
import { JobPage } from './jobs/job-page.js'
import { WeekCalendar } from './jobs/week-calendar.js'
import { KeyList } from './keys/key-list.js'
import { KeyPage } from './keys/key-page.js'
import { NewKey } from './keys/new-key.js'
import { Overview } from './overview/overview.js'
import { SiteForm } from './sites/site-form.js'
import { SiteList } from './sites/site-list.js'
import { SitePage } from './sites/site.js'

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
  // The failing ones first: true is after false.
  ['sites?sort=FAILING&descending=yes', 'Sites'],
  ['assets', 'Assets'],
  ['findings', 'Findings'],
  ['jobs', 'Jobs'],
] as const
const LINKS_OF_ADMINS = [...LINKS, ['keys?revoked=no', 'Keys']] as const

/** The frame of all pages: navigation, the user, and the page of the current route. */
export function Shell({ onSignOut }: { onSignOut: () => void }) {
  const { data, error, refetch } = useQuery(VIEWER)
  const [logout] = useMutation(LOGOUT)
  const route = useRoute()
  const main = useRef<HTMLElement>(null)
  useScrollPosition(route)
  const isAdmin = data?.viewer.role === 'ADMIN'
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
          {(isAdmin ? LINKS_OF_ADMINS : LINKS).map(([path, label]) => (
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
            <StaleNotice />
            <Toasts>
              <Page route={route} viewer={data.viewer} />
            </Toasts>
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
  if (page === 'sites') return <SiteList route={route} viewer={viewer} />
  if (page === 'assets' && id === 'new') return <OnboardAsset route={route} />
  if (page === 'assets' && id) return <AssetPage key={id} id={id} viewer={viewer} route={route} />
  if (page === 'assets') return <AssetList route={route} viewer={viewer} />
  if (page === 'findings') return <FindingList route={route} viewer={viewer} />
  if (page === 'inspections') return <InspectionList route={route} />
  if (page === 'jobs' && id === 'board') return <JobBoard viewer={viewer} />
  if (page === 'jobs' && id === 'week') return <WeekCalendar route={route} viewer={viewer} />
  if (page === 'jobs' && id) return <JobPage key={id} id={id} viewer={viewer} />
  if (page === 'jobs') return <JobList route={route} viewer={viewer} />
  if (page === 'keys' && viewer.role === 'ADMIN') {
    if (id === 'new') return <NewKey />
    return id ? <KeyPage key={id} id={id} /> : <KeyList route={route} />
  }
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
  return page === path.split('?')[0] ? 'page' : undefined
}
