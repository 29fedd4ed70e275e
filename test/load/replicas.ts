import { runTests } from './run-tests.js'

/**
 * Reads 10,000 writes immediately, each through another instance than it was written through, while a replica pauses and
 * another is killed and restarted. The environment variable READS is the number of reads.
 */
export const run = (): Promise<void> =>
  runTests('test/replicas/replicas.test.ts', { READS: '10000' })
