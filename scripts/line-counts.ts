// Prints how long the files of src are (generated code excluded), and fails if one has more than 150 lines.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const GENERATED = join('src', 'db', 'generated')
const MAX_FILE = 150
/** The number of files to print. */
const LARGEST = 10

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((path) => path.endsWith('.ts') && !path.startsWith(GENERATED))
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
  .sort((one, other) => other.lines - one.lines)

/** The number of lines that this share of the files does not exceed. */
const percentile = (share: number) => files[Math.floor(files.length * (1 - share))]?.lines ?? 0
const total = files.reduce((sum, { lines }) => sum + lines, 0)
console.log(`src: ${files.length} files, ${total} lines:`)
console.log(`${String(percentile(0.5)).padStart(7)}  median`)
console.log(`${String(percentile(0.9)).padStart(7)}  p90`)
for (const { path, lines } of files.slice(0, LARGEST)) {
  const verdict = lines > MAX_FILE ? `  exceeds ${MAX_FILE}` : ''
  console.log(`${String(lines).padStart(7)}  ${path}${verdict}`)
}
if (files.some(({ lines }) => lines > MAX_FILE)) process.exitCode = 1
