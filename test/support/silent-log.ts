import type { Log } from '../../src/db/log.js'

/** A log that nobody reads. */
export const silentLog: Log = { info: () => {}, warn: () => {} }
