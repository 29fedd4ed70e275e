import { runTests } from './run-tests.js'

/** Sends 20,000 requests with values of another company. The environment variable PROBES is the number of probes. */
export const run = (): Promise<void> => runTests('test/tenants', { PROBES: '20000' })
