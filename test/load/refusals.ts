import { runTests } from './run-tests.js'

/** Sends 35,000 random documents as a technician and as an admin: no response has a status of 500 or above. */
export const run = (): Promise<void> =>
  runTests('test/graphql/refusals.test.ts', { DOCUMENTS: '35000' })
