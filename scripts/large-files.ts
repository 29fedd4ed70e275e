// Prints the tracked files that are larger than any source of this project, such as a package that was added by mistake, and
// fails if there are any.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The largest file is package-lock.json, with 662 kB. */
const MAX_BYTES = 700_000

const names = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
/** A file that is deleted, but still tracked, has no size. */
const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
const large = names.filter((name) => name !== '' && sizeOf(name) > MAX_BYTES)
for (const name of large) console.log(`${name}: ${sizeOf(name)} bytes`)
if (large.length > 0) {
  console.error(`A file of the repository has at most ${MAX_BYTES} bytes.`)
  process.exitCode = 1
}
