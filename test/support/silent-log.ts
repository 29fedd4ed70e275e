import type { Log } from '../../src/log/log.js'

/** A log that discards everything. */
export const silentLog: Log = { info: () => {}, warn: () => {} }
