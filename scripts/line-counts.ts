// Prints how long the files of src are (generated code excluded), and fails if they exceed the limits.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const GENERATED = join('src', 'db', 'generated')
const MAX_MEDIAN = 42
const MAX_P90 = 100
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
const figures = [
  ['median', percentile(0.5), MAX_MEDIAN],
  ['p90', percentile(0.9), MAX_P90],
  ...files.slice(0, LARGEST).map(({ path, lines }) => [path, lines, MAX_FILE] as const),
] as const

console.log(`src: ${files.length} files, ${total} lines:`)
for (const [name, lines, max] of figures) {
  const verdict = lines > max ? `  exceeds ${max}` : ''
  console.log(`${String(lines).padStart(7)}  ${name}${verdict}`)
}
if (figures.some(([, lines, max]) => lines > max)) process.exitCode = 1
