// `npm run check`: the checks that need types, beside all others. The first list uses what the second leaves of the processors: its programs
// have several threads, those of the second list one each. Fails if a check fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Projects of TypeScript below the main one. */
const PROJECTS = [
  'examples/dashboard',
  'examples/first-hour',
  'examples/inspector',
  'scripts/docs-site/theme',
  'web/playground',
]

/** TypeScript 7, the native compiler. Scripts need the API of TypeScript 6. */
const TSC = 'node node_modules/typescript-native/bin/tsc'

/** Lists of commands: those of one list run one after the other, until one fails. */
const LISTS = [
  ['oxlint -c oxlint.config.js', ...['.', ...PROJECTS].map((project) => `${TSC} -p ${project}`)],
  [
    'eslint .',
    'tsx scripts/line-counts.ts',
    'tsx scripts/conflict-markers.ts',
    'tsx scripts/large-files.ts',
    'prettier --check .',
  ],
]

async function run(command: string): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) console.error(`${command} failed.`)
  return code === 0
}

async function runAll(commands: readonly string[]): Promise<boolean> {
  for (const command of commands) if (!(await run(command))) return false
  return true
}

const results = await Promise.all(LISTS.map(runAll))
process.exitCode = results.every(Boolean) ? 0 : 1
