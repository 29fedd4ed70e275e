import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import type { ViewerQuery } from '../../../generated/graphql.js'
import { formatNumber } from '../../format.js'
import { LiveBadge, useLive } from '../../live.js'
import { InfiniteScroll } from '../../parts/infinite-scroll.js'
import { Loading, Problem } from '../../parts/problem.js'
import { evictLists, readAgain } from '../../parts/use-action.js'
import { linkTo } from '../../route.js'
import { JobCard } from './job-card.js'
import { columnsOf, useColumn } from './job-columns.js'
import { JobViews, NewJobLink } from './job-views.js'

const JOBS = ['JOB'] as const

/** The jobs by status. A technician sees their own first, because they may start only these. */
export function JobBoard({ viewer }: { viewer: ViewerQuery['viewer'] }) {
  const [isOwn, setOwn] = useState(viewer.role === 'TECHNICIAN')
  const [message, setMessage] = useState('')
  const technicianIds = isOwn ? [viewer.user.id] : null
  const loaded = [
    useColumn('SCHEDULED', technicianIds),
    useColumn('IN_PROGRESS', technicianIds),
    useColumn('PAUSED', technicianIds),
    useColumn('COMPLETED', technicianIds),
    useColumn('CANCELLED', technicianIds),
  ]
  const error = loaded.find((each) => each.error)?.error
  const reload = async () => {
    setMessage('')
    await Promise.all(loaded.map(({ refetch }) => refetch()))
  }
  const isLive = useLive(JOBS, (changes) => {
    // The cache has the jobs of the columns already. A new one is in no column yet.
    const known = new Set(loaded.flatMap(({ jobs }) => jobs.map(({ id }) => id)))
    if (!changes?.every(({ recordId, record }) => record && known.has(recordId))) {
      reload().catch(() => undefined)
    }
  })
  const client = useApolloClient()
  const hasStarted = useRef(false)
  const isLeft = useRef(false)
  // Not before the board is left: its columns would lose the pages that are loaded.
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      if (hasStarted.current) evictLists(client)
    }
  }, [client])
  const started = () => {
    hasStarted.current = true
    if (isLeft.current) void readAgain(client)
  }
  const isLoaded = loaded.every((each) => each.isLoaded)
  return (
    <>
      <title>Jobs · Field inspections</title>
      <JobViews current="board" />
      <div className="heading">
        <h1>Jobs</h1>
        <LiveBadge isLive={isLive} />
        <label className="check">
          <input
            type="checkbox"
            checked={isOwn}
            onChange={({ target }) => {
              setOwn(target.checked)
            }}
          />
          Only my jobs
        </label>
        {viewer.role === 'ADMIN' && <NewJobLink />}
      </div>
      {message && (
        <div className="problem" role="alert">
          <p>{message}</p>
          <button type="button" onClick={() => void reload()}>
            Reload the board
          </button>
        </div>
      )}
      {error && <Problem error={error} onRetry={reload} />}
      {!isLoaded && !error && <Loading />}
      {isLoaded && (
        <div className="board">
          {columnsOf(loaded).map(({ status, label, jobs, count }, index) => (
            <section key={status} className="column" aria-label={label}>
              <h2>
                {label}{' '}
                <a
                  href={linkTo('jobs', {
                    statuses: status,
                    ...(isOwn && { technicianIds: viewer.user.id }),
                  })}
                >
                  {formatNumber(count)}
                </a>
              </h2>
              {jobs.map((job) => (
                <JobCard key={job.id} job={job} onStarted={started} onRefused={setMessage} />
              ))}
              <InfiniteScroll
                cursor={loaded[index]?.cursor ?? null}
                onLoad={async (after) => loaded[index]?.loadMore(after)}
              />
            </section>
          ))}
        </div>
      )}
    </>
  )
}
