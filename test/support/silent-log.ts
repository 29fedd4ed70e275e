import type { Log } from '../../src/db/log.js'

/** A log that discards everything. */
export const silentLog: Log = { info: () => {}, warn: () => {} }
