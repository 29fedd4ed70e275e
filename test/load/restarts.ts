import { runTests } from './run-tests.js'

/** Restarts a PostgreSQL server ten times under load. The environment variable RESTARTS is the number of restarts. */
export const run = (): Promise<void> =>
  runTests('test/durability/restart.test.ts', { RESTARTS: '10' })
