import { runTests } from './run-tests.js'

/**
 * 1,000 receivers of ten companies: 100 never respond, 100 fail. The others get 10,400 events together, then 400 a second for 40 seconds,
 * then 10,400 together, during which one instance after the other is killed, three times. Prints the time from the commit to the receipt.
 * At last, instances are killed and all connections to the database are ended beside transactions that stay open for up to three seconds.
 */
export const run = (): Promise<void> =>
  runTests('test/durability/webhooks.test.ts', {
    ...{ COMPANIES: '10', RECEIVERS: '100', EVENTS: '13', STEADY: '20', KILLS: '3' },
  })
