import { runTests } from './run-tests.js'

/**
 * Prints plans and times of the filters by due date and by custom field, in a company with a million assets beside 3,010 others.
 * `PLANS_ASSETS` is another number of assets. Needs `DATABASE_URL`.
 */
export const run = (): Promise<void> =>
  runTests('test/db/plans/large-company.test.ts', { PLANS_ASSETS: '1000000' })
