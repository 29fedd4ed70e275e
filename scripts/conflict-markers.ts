// Prints the lines of tracked text files that a merge conflict has left, and fails if there are any.
import { spawnSync } from 'node:child_process'

/** `git grep -I` leaves out binary files. A line of `=` alone is also a heading of Markdown. */
const MARKERS = '^(<<<<<<<|[|]{7}|>>>>>>>)( |$)'

/** The exit statuses of `git grep`: it has found lines, or none. */
const [FOUND, NONE] = [0, 1]

const { status } = spawnSync('git', ['grep', '-InE', MARKERS], { stdio: 'inherit' })
if (status === FOUND) console.error('These lines are left over from a merge conflict.')
process.exitCode = status === NONE ? 0 : 1
