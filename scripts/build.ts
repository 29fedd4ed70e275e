// Builds the service, the pages of the examples and the site of `/docs` into `dist`, in two processes at a time. With `--if-changed`,
// as `npm start` runs it, only if the sources have changed since the last build.
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
  ...['scripts/bundle-dashboard.ts', 'scripts/bundle-site.ts', 'scripts/docs-site'],
  ...['codegen.ts', 'schema.graphql', 'README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs'],
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

async function run(script: string): Promise<void> {
  const args = ['--import', 'tsx', `scripts/${script}`]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exit(code ?? 1)
}

const built = existsSync(STAMP) && existsSync(GENERATED) && readFileSync(STAMP, 'utf8')
if (built !== sources || !process.argv.includes('--if-changed')) {
  console.log('Building …')
  rmSync('dist', { recursive: true, force: true })
  const client = run('prisma-generate.ts')
  await Promise.all([
    client.then(() => run('bundle-site.ts')),
    run('bundle-dashboard.ts')
      .then(() => client)
      .then(() => run('bundle.ts')),
  ])
  writeFileSync(STAMP, sources)
}
