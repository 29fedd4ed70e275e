/** Companies with consecutive ids from `first` on, and how many rows of each table each of them has. */
export interface Companies {
  readonly first: number
  readonly count: number
  readonly users: number
  readonly clients: number
  readonly sites: number
  readonly zones: number
  readonly types: number
  readonly assets: number
  readonly jobs: number
}

export const LARGE: Companies = {
  first: 1,
  count: 10,
  users: 1000,
  clients: 30,
  sites: 300,
  zones: 600,
  types: 10,
  assets: 3000,
  jobs: 1000,
}
/** Enough small companies to make the mean company size useless for a large one. */
export const SMALL: Companies = {
  first: 11,
  count: 3000,
  users: 1,
  clients: 1,
  sites: 1,
  zones: 2,
  types: 1,
  assets: 3,
  jobs: 2,
}

/** Some records of the second company, which is large. */
export const SECOND = {
  company: 2,
  user: LARGE.users + 1,
  site: LARGE.sites + 1,
  asset: LARGE.assets + 1,
}

/** Ids of the small companies' records begin after this. */
export const SMALL_BASE = LARGE.count * LARGE.assets

/** Some records of a small company. */
export const A_SMALL = { company: SMALL.first + 1, user: SMALL_BASE + SMALL.users + 1 }
