// Builds the service and the pages of the examples into `dist`, at the same time, because each uses about one processor. With `--if-changed`, as
// `npm start` runs it, only if the sources have changed since the last build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceCommit } from './source-commit.js'

const SOURCES = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'prisma.config.ts'],
  ...['scripts/build.ts', 'scripts/bundle.ts', 'scripts/bundle-playground.ts'],
  ...['scripts/playground-examples.ts', 'scripts/copy-report-files.ts'],
  ...['scripts/node-hash.cjs', 'scripts/prisma-generate.ts'],
  ...['scripts/installed-packages.ts', 'scripts/shipped-packages.ts', 'scripts/source-commit.ts'],
  ...['scripts/bundle-dashboard.ts', 'scripts/docs-site', 'codegen.ts', 'schema.graphql'],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs'],
  ...['examples/clients', 'examples/dashboard', 'examples/inspector', 'prisma', 'src', 'web'],
]
const GENERATED = join('src', 'db', 'generated')
const OUTPUTS = [
  GENERATED,
  ...['clients', 'dashboard', 'inspector'].map((name) => join('examples', name, 'generated')),
]
const STAMP = join('dist', '.built-from')

/** The files below a path, except those that the build generates. */
function filesIn(path: string): string[] {
  if (OUTPUTS.includes(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

const hash = createHash('sha256').update(sourceCommit())
for (const file of SOURCES.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file))
const sources = hash.digest('hex')

/** Runs scripts of this folder one after the other. */
async function run(...scripts: string[]): Promise<void> {
  for (const script of scripts) {
    const args = ['--import', 'tsx', `scripts/${script}`]
    const child = spawn(process.execPath, args, { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) process.exit(code ?? 1)
  }
}

const built = existsSync(STAMP) && existsSync(GENERATED) && readFileSync(STAMP, 'utf8')
if (built !== sources || !process.argv.includes('--if-changed')) {
  console.log('Building …')
  rmSync('dist', { recursive: true, force: true })
  await Promise.all([run('prisma-generate.ts', 'bundle.ts'), run('bundle-dashboard.ts')])
  writeFileSync(STAMP, sources)
}
