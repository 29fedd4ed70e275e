import { useQuery } from '@apollo/client/react'
import { useContext, useRef } from 'react'
import { Temporal } from 'temporal-polyfill'
import { graphql } from '../../../generated/index.js'
import type { ViewerQuery } from '../../../generated/graphql.js'
import { TimeZoneContext } from '../../format.js'
import { isDay, listOf } from '../../lists/filters.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { InfiniteScroll } from '../../parts/infinite-scroll.js'
import { Loading, Problem } from '../../parts/problem.js'
import { changeQuery, linkTo, type Route } from '../../route.js'
import { JobViews, NewJobLink } from './job-views.js'
import {
  TECHNICIANS_OF_WEEK,
  technicianOf,
  techniciansOf,
  useAllowsUnassigned,
} from './technicians.js'
import { otherWeek, weekOf } from './week.js'
import { WeekHead } from './week-head.js'
import { WeekRow } from './week-row.js'

graphql(`
  fragment WeekJob on Job {
    id
    number
    status
    scheduledStart
    scheduledEnd
    type {
      id
      name
    }
    site {
      id
      name
    }
    technician {
      id
      fullName
    }
    assigned
    conflicts(first: 1) {
      totalCount
    }
  }
`)
const WEEK = graphql(`
  query Week($filter: JobFilter!, $after: String) {
    jobs(first: 100, after: $after, filter: $filter, orderBy: [{ field: SCHEDULED_START }]) {
      edges {
        node {
          ...WeekJob
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** A week, with a row for each technician and one for jobs without a technician. A job is dragged to another hour or another technician. */
export function WeekCalendar({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const timeZone = useContext(TimeZoneContext)
  const isAdmin = viewer.role === 'ADMIN'
  const day = route.query.get('week')
  const isKnown = day === null || isDay(day)
  const week = weekOf(isKnown ? day : null, timeZone)
  const ids = listOf(route.query.get('technicianIds'))
  const technicianIds = ids.length > 0 ? ids : null
  const allowsUnassigned = useAllowsUnassigned()
  const lost = useRef<string>(undefined)
  const found = useQuery(WEEK, {
    variables: {
      filter: {
        technicianIds,
        statuses: ['SCHEDULED', 'IN_PROGRESS', 'PAUSED', 'COMPLETED'],
        scheduledStart: { to: week.end },
        scheduledEnd: { from: week.start },
      },
    },
  })
  const technicians = useQuery(TECHNICIANS_OF_WEEK, { variables: { ids: technicianIds } })
  const failed = [found, technicians].find(({ error }) => error)
  const page = found.data ?? found.previousData
  const { users } = technicians.data ?? technicians.previousData ?? {}
  const jobs = page?.jobs.edges.map(({ node }) => node) ?? []
  const people = users?.edges.map(({ node }) => node) ?? []
  const rows = techniciansOf(people, jobs, allowsUnassigned && ids.length === 0)
  const linkToWeek = (day: string) =>
    linkTo('jobs/week', { ...Object.fromEntries(route.query), week: day })
  const thisWeek = linkTo('jobs/week', ids.length > 0 ? { technicianIds: ids.join(',') } : {})
  return (
    <>
      <title>Week · Field inspections</title>
      <JobViews current="week" />
      <div className="heading">
        <h1>Week of {week.days[0]?.toLocaleString('en-GB', { dateStyle: 'long' })}</h1>
        {isAdmin && <NewJobLink />}
      </div>
      {!isKnown && <p className="notice">Ignored: week {day}</p>}
      <div className="filters">
        <RecordPicker
          label="Technician"
          noun="users"
          ids={ids}
          onChange={(chosen) => {
            changeQuery(route, { technicianIds: chosen.join(',') })
          }}
        />
        <nav className="views" aria-label="Weeks">
          <a href={linkToWeek(otherWeek(week, -1))}>Week before</a>
          <a href={thisWeek}>This week</a>
          <a href={linkToWeek(otherWeek(week, 1))}>Week after</a>
        </nav>
        <a className="button" href="#/profile">
          In my own calendar
        </a>
      </div>
      {failed && <Problem error={failed.error} onRetry={failed.refetch} />}
      {!(page && users) && !failed && <Loading />}
      {page && users && (
        <div className="week" role="region" aria-label="Calendar" tabIndex={0}>
          <WeekHead days={week.days} today={Temporal.Now.plainDateISO(timeZone)} />
          {rows.map(({ id, fullName }) => (
            <WeekRow
              key={id}
              technician={{ id, fullName }}
              technicians={rows}
              jobs={jobs.filter((job) => technicianOf(job).id === id)}
              week={week}
              isAdmin={isAdmin}
              lost={lost}
            />
          ))}
        </div>
      )}
      {/* An hour is free only if all jobs are there. */}
      <InfiniteScroll
        when="always"
        cursor={nextOf(found.data?.jobs)}
        onLoad={(after) => found.fetchMore({ variables: { after } })}
      />
      <InfiniteScroll
        when="always"
        cursor={nextOf(technicians.data?.users)}
        onLoad={(after) => technicians.fetchMore({ variables: { after } })}
      />
    </>
  )
}

interface List {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

const nextOf = (list: List | undefined) =>
  list?.pageInfo.hasNextPage ? list.pageInfo.endCursor : null
