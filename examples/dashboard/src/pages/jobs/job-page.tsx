import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { ViewerQuery } from '../../../generated/graphql.js'
import { DocumentsPanel } from '../../documents/documents-panel.js'
import { Badge } from '../../parts/badge.js'
import { History } from '../../parts/history.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'
import { JobActions } from './job-actions.js'
import { JobAssets } from './job-assets.js'
import { JobFacts } from './job-facts.js'
import { Reassign } from './reassign.js'

const JOB = graphql(`
  query JobPage($id: ID!) {
    job(id: $id) {
      id
      number
      status
      late
      reference
      specialInstructions
      requiresSignature
      signature {
        name
        signedAt
        sha256
        url
      }
      report {
        status
        url
      }
      signatureName
      scheduledStart
      scheduledEnd
      startedAt
      completedAt
      totalMinutes
      progress {
        assets
        inspected
        remaining
      }
      type {
        id
        name
      }
      site {
        id
        name
        client {
          id
          legalName
        }
      }
      assigned
      technician {
        id
        fullName
      }
      zones(first: 100) {
        edges {
          node {
            id
            name
          }
        }
      }
      conflicts(first: 100) {
        nodes {
          id
        }
      }
    }
    inspections(first: 1, filter: { jobIds: [$id] }) {
      totalCount
    }
  }
`)

/** A job: its facts, what the user may do with it, and its assets, inspected and left. */
export function JobPage({ id, viewer }: { id: string; viewer: ViewerQuery['viewer'] }) {
  const { data, error, refetch } = useQuery(JOB, {
    variables: { id },
    // A change of another job may have ended a conflict.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { job } = data
  if (!job) return <Missing noun="job" />
  const isAdmin = viewer.role === 'ADMIN'
  const isOwn = job.technician.id === viewer.user.id
  const isOpen = ['SCHEDULED', 'IN_PROGRESS', 'PAUSED'].includes(job.status)
  return (
    <>
      <title>{`Job ${job.number} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/jobs">Jobs</a>
        <a href={linkTo(`sites/${job.site.id}`)}>{job.site.name}</a>
      </nav>
      <div className="heading">
        <h1>Job #{job.number}</h1>
        <Badge value={job.status} />
        {job.late && <span className="late">Late</span>}
      </div>
      {(isAdmin || isOwn) && <JobActions job={job} />}
      <JobFacts job={job} />
      {isAdmin && isOpen && <Reassign job={job} />}
      <JobAssets job={job} inspectionsCount={data.inspections.totalCount} />
      <DocumentsPanel id={id} place="jobs" title={`job #${job.number}`} {...{ isAdmin, isOwn }} />
      {isAdmin && <History id={id} />}
    </>
  )
}
