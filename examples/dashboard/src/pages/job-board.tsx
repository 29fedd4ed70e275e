import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../generated/index.js'
import type { ViewerQuery } from '../../generated/graphql.js'
import { formatNumber } from '../format.js'
import { Loading, Problem } from '../parts/problem.js'
import { columnsOf } from './job-columns.js'
import { JobCard } from './job-card.js'

const BOARD = graphql(`
  query JobBoard($technicianIds: [ID!]) {
    SCHEDULED: jobs(
      first: 12
      filter: { statuses: [SCHEDULED], technicianIds: $technicianIds }
      orderBy: [{ field: SCHEDULED_START }]
    ) {
      ...JobColumn
    }
    IN_PROGRESS: jobs(
      first: 12
      filter: { statuses: [IN_PROGRESS], technicianIds: $technicianIds }
      orderBy: [{ field: SCHEDULED_START }]
    ) {
      ...JobColumn
    }
    PAUSED: jobs(
      first: 12
      filter: { statuses: [PAUSED], technicianIds: $technicianIds }
      orderBy: [{ field: SCHEDULED_START }]
    ) {
      ...JobColumn
    }
    COMPLETED: jobs(
      first: 12
      filter: { statuses: [COMPLETED], technicianIds: $technicianIds }
      orderBy: [{ field: COMPLETED_AT, direction: DESC }]
    ) {
      ...JobColumn
    }
  }
`)

/** The jobs by status. A technician sees their own first, because they may start only these. */
export function JobBoard({ viewer }: { viewer: ViewerQuery['viewer'] }) {
  const [isOwn, setOwn] = useState(viewer.role === 'TECHNICIAN')
  const [message, setMessage] = useState('')
  const { data, error, refetch } = useQuery(BOARD, {
    variables: { technicianIds: isOwn ? [viewer.user.id] : null },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const reload = async () => {
    setMessage('')
    await refetch()
  }
  return (
    <>
      <title>Jobs · Field inspections</title>
      <div className="heading">
        <h1>Jobs</h1>
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
      </div>
      {message && (
        <div className="problem" role="alert">
          <p>{message}</p>
          <button type="button" onClick={() => void reload()}>
            Reload the board
          </button>
        </div>
      )}
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <div className="board">
          {columnsOf(data).map(({ status, label, jobs, count }) => (
            <section key={status} className="column" aria-label={label}>
              <h2>
                {label} <span className="muted">{formatNumber(count)}</span>
              </h2>
              {jobs.map((job) => (
                <JobCard key={job.id} job={job} onRefused={setMessage} />
              ))}
              {count > jobs.length && (
                <p className="muted">and {formatNumber(count - jobs.length)} more</p>
              )}
            </section>
          ))}
        </div>
      )}
    </>
  )
}
