import { useQuery } from '@apollo/client/react'
import { useContext } from 'react'
import { graphql } from '../../../generated/index.js'
import { formatNumber, TimeZoneContext } from '../../format.js'
import { LiveBadge, useLive } from '../../live.js'
import { Loading, Problem } from '../../parts/problem.js'
import { StackedBars } from '../../parts/stacked-bars.js'
import { assetsByRisk, inspectionsByMonth, openJobsByTechnician } from './overview-bars.js'

/** All figures of the page: one request, which the service answers with one SQL statement. */
const OVERVIEW = graphql(`
  query Overview($timezone: TimeZone!) {
    failingSites: sites(first: 1, filter: { failing: true }) {
      totalCount
    }
    overdueAssets: assets(first: 1, filter: { overdue: true }) {
      totalCount
    }
    lateJobs: jobs(first: 1, filter: { late: true }) {
      totalCount
    }
    assetStatistics(groupBy: [RISK_LEVEL, STATUS]) {
      nodes {
        riskLevel
        status
        count
      }
    }
    jobStatistics(
      groupBy: [TECHNICIAN, STATUS]
      filter: { statuses: [SCHEDULED, IN_PROGRESS, PAUSED] }
      first: 1000
    ) {
      nodes {
        technician {
          id
          fullName
        }
        status
        count
      }
    }
    inspectionStatistics(
      bucket: { field: INSPECTED_AT, unit: MONTH, timezone: $timezone }
      orderBy: [{ field: BUCKET, direction: DESC }]
      first: 12
    ) {
      nodes {
        passRate
        passedCount
        failedCount
        bucket {
          date
        }
      }
    }
  }
`)

/** The types of the records that the figures count. */
const COUNTED = ['ASSET', 'INSPECTION', 'JOB', 'SITE'] as const

export function Overview() {
  const { data, error, refetch } = useQuery(OVERVIEW, {
    variables: { timezone: useContext(TimeZoneContext) },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const isLive = useLive(COUNTED, () => {
    refetch().catch(() => undefined)
  })
  return (
    <>
      <title>Overview · Field inspections</title>
      <div className="heading">
        <h1>Overview</h1>
        <LiveBadge isLive={isLive} />
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <ul className="key-figures">
            <KeyFigure label="Failing sites" path="sites?failing=yes" {...data.failingSites} />
            <KeyFigure label="Overdue assets" path="assets?overdue=yes" {...data.overdueAssets} />
            <KeyFigure label="Late jobs" path="jobs?late=yes" {...data.lateJobs} />
          </ul>
          <div className="charts">
            <StackedBars
              isVertical
              title="Inspections and pass rate per month"
              noteTitle="Pass rate"
              bars={inspectionsByMonth(data)}
            />
            <StackedBars
              title="Assets by risk and status"
              noteTitle="Total"
              bars={assetsByRisk(data)}
            />
            <StackedBars
              title="Technicians with most open jobs"
              noteTitle="Total"
              bars={openJobsByTechnician(data)}
            />
          </div>
        </>
      )}
    </>
  )
}

interface KeyFigureProps {
  readonly label: string
  readonly totalCount: number
  /** The page that lists the records. */
  readonly path: string
}

const KeyFigure = ({ label, totalCount, path }: KeyFigureProps) => (
  <li className="panel key-figure">
    <a href={`#/${path}`}>
      {label} <strong>{formatNumber(totalCount)}</strong>
    </a>
  </li>
)
