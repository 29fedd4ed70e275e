import { useMutation, useQuery } from '@apollo/client/react'
import { useEffect, useMemo, useRef } from 'react'
import { graphql } from '../../generated/index.js'
import { TimeZoneContext } from '../format.js'
import { Loading, Problem } from '../parts/problem.js'
import { StaleNotice } from '../parts/stale-notice.js'
import { Toasts } from '../parts/toasts.js'
import { Queue } from '../queue/queue.js'
import { QueueNotice } from '../queue/queue-notice.js'
import { QueueContext } from '../queue/use-queue.js'
import { navigate, type Route, useRoute, useScrollPosition } from '../route.js'
import type { OpenSession } from '../session.js'
import { Page } from './page.js'
import { SignOut } from './sign-out.js'

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
  ['checklists', 'Checklists'],
] as const
const LINKS_OF_ADMINS = [...LINKS, ['keys?revoked=no', 'Keys'], ['webhooks', 'Webhooks']] as const

interface Props {
  readonly session: OpenSession
  readonly onSignOut: () => void
}

/** The frame of all pages: navigation, the user, and the page of the current route. */
export function Shell({ session, onSignOut }: Props) {
  const { data, error, refetch } = useQuery(VIEWER)
  const [logout] = useMutation(LOGOUT)
  const route = useRoute()
  const main = useRef<HTMLElement>(null)
  useScrollPosition(route)
  const isAdmin = data?.viewer.role === 'ADMIN'
  const userId = data?.viewer.user.id
  const queue = useMemo(() => userId && new Queue(userId, session), [userId, session])
  useEffect(() => (queue ? queue.open() : undefined), [queue])
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
        <strong>
          <a href="#/company">{data?.viewer.company.name ?? 'Field inspections'}</a>
        </strong>
        <nav aria-label="Pages">
          {(isAdmin ? LINKS_OF_ADMINS : LINKS).map(([path, label]) => (
            <a key={path} href={`#/${path}`} aria-current={isCurrent(route, path)}>
              {label}
            </a>
          ))}
        </nav>
        <a className="user" href="#/profile">
          {data?.viewer.user.fullName ?? 'Profile'}
        </a>
        {queue ? (
          <QueueContext value={queue}>
            <SignOut onSignOut={signOut} />
          </QueueContext>
        ) : (
          <button type="button" onClick={signOut}>
            Sign out
          </button>
        )}
      </header>
      <main ref={main} tabIndex={-1}>
        {error && <Problem error={error} onRetry={refetch} />}
        {!data && !error && <Loading />}
        {data && queue && (
          <TimeZoneContext value={data.viewer.user.timezone}>
            <StaleNotice />
            <QueueContext value={queue}>
              <QueueNotice />
              <Toasts>
                <Page route={route} viewer={data.viewer} />
              </Toasts>
            </QueueContext>
          </TimeZoneContext>
        )}
      </main>
    </>
  )
}

function isCurrent({ path: [page = ''] }: Route, path: string): 'page' | undefined {
  return page === path.split('?')[0] ? 'page' : undefined
}
