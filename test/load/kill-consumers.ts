import { runTests } from './run-tests.js'

/**
 * Twelve times, an instance is killed and all connections to the database are ended, beside transactions that stay open for up to three
 * seconds. First, 40 streams are compared with the log; then the same for mails to 100 technicians. The environment variable KILLS is the
 * number of kills, and SEED chooses another sequence.
 */
export async function run(): Promise<void> {
  await runTests('test/durability/streams.test.ts', { KILLS: '12', CLIENTS: '40', WRITERS: '12' })
  await runTests('test/durability/mails.test.ts', { KILLS: '12', TECHNICIANS: '100' })
}
