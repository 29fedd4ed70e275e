import { runTests } from './run-tests.js'

/** Kills the service twelve times while clients write, and reads all acknowledged writes again. The environment variable KILLS is the number of kills. */
export const run = (): Promise<void> =>
  runTests('test/durability/kill-nine.test.ts', { KILLS: '12' })
