import type { WeekJobFragment } from '../../../generated/graphql.js'

/** The conditions on users that can have a job. */
export const TECHNICIANS = { roles: ['TECHNICIAN'], active: true }

export interface Technician {
  readonly id: string
  readonly fullName: string
}

/** The technicians, and other users with a job in the week, such as an admin. */
export function techniciansOf(
  users: readonly Technician[],
  jobs: readonly WeekJobFragment[],
): Technician[] {
  const known = new Map(
    [...users, ...jobs.map(({ technician }) => technician)].map((each) => [each.id, each]),
  )
  return [...known.values()]
}
