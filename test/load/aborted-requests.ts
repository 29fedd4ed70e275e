import { type LockedTableOptions, run as runLockedTable } from './locked-table.js'

/** As `locked-table`, but the clients of the waiting requests leave after half a second. */
export const run = (options: Omit<LockedTableOptions, 'leave'>) =>
  runLockedTable({ waiting: 40, ...options, leave: true })
