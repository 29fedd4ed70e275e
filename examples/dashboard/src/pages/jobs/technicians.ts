import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { WeekJobFragment } from '../../../generated/graphql.js'

/** The conditions on users that can have a job. */
export const TECHNICIANS = { roles: ['TECHNICIAN'], active: true }

/** The technicians of the week calendar: all, or those with these ids. */
export const TECHNICIANS_OF_WEEK = graphql(`
  query TechniciansOfWeek($ids: [ID!], $after: String) {
    users(
      first: 100
      after: $after
      filter: { roles: [TECHNICIAN], active: true, ids: $ids }
      orderBy: [{ field: LAST_NAME }]
    ) {
      edges {
        node {
          id
          fullName
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export interface Technician {
  readonly id: string
  readonly fullName: string
}

/** In place of the technician of a job that has none. Its id is empty: no user has an empty id. */
export const NOT_ASSIGNED: Technician = { id: '', fullName: 'Not assigned' }

type Job = Pick<WeekJobFragment, 'assigned' | 'technician'>

export const technicianOf = ({ assigned, technician }: Job): Technician =>
  assigned ? technician : NOT_ASSIGNED

/** `NOT_ASSIGNED` if it is wanted or has a job, the technicians, and other users with a job in the week, such as an admin. */
export function techniciansOf(
  users: readonly Technician[],
  jobs: readonly Job[],
  isNoneWanted: boolean,
): Technician[] {
  const first = isNoneWanted || jobs.some(({ assigned }) => !assigned) ? [NOT_ASSIGNED] : []
  const known = new Map(
    [...first, ...users, ...jobs.map(technicianOf)].map((each) => [each.id, each]),
  )
  return [...known.values()]
}

const COMPANY = graphql(`
  query JobsOfCompany {
    company {
      id
      allowUnassignedJobs
    }
  }
`)

/** Whether the company allows jobs without a technician; false until the service has answered. */
export const useAllowsUnassigned = (): boolean =>
  useQuery(COMPANY).data?.company.allowUnassignedJobs ?? false
