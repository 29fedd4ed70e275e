import { type LockedTableOptions, run as runLockedTable } from './locked-table.js'

/** Like `locked-table`, but the clients of the waiting requests disconnect after half a second. */
export const run = (options: Omit<LockedTableOptions, 'leave'>) =>
  runLockedTable({ waiting: 40, ...options, leave: true })
