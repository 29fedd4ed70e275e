import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import release from './last-release.json' with { type: 'json' }

/** What a build needs, except the packages. */
const BUILD_SOURCES = [
  'package.json',
  'tsconfig.json',
  'prisma.config.ts',
  'prisma',
  'scripts',
  'src',
]

/**
 * Whether this clone has the commit of the last release. A shallow clone does not: this fetches the commit if the remote
 * allows it.
 */
export function hasLastRelease(): boolean {
  return (
    isPresent() || (git('fetch', '--quiet', '--depth=1', 'origin', release.commit) && isPresent())
  )
}

/** Whether this clone lacks the history. */
export const isShallow = () => existsSync(run('git', ['rev-parse', '--git-path', 'shallow']).trim())

/** The names of the migrations of the last release. */
export function releasedMigrations(): string[] {
  const names = run('git', ['ls-tree', '-d', '--name-only', `${release.commit}:prisma/migrations`])
  return names.split('\n').filter(Boolean)
}

/** Builds the last release in an empty folder, with the present dependencies and Prisma generator. Its `dist` has the programs. */
export async function buildLastRelease(folder: string): Promise<void> {
  const archive = join(folder, 'release.tar')
  run('git', ['archive', `--output=${archive}`, release.commit, ...BUILD_SOURCES])
  run('tar', ['-xf', archive, '-C', folder])
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  await replaceRemovedPackages(folder)
  for (const script of [resolve('scripts/prisma-generate.ts'), 'scripts/bundle.ts']) {
    run(process.execPath, ['--import', 'tsx', script], folder)
  }
}

/** Lets the release be built without packages that are not installed any more, which serve pages only: they are empty. */
async function replaceRemovedPackages(folder: string): Promise<void> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8')
  type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>>
  const { dependencies, devDependencies } = JSON.parse(manifest) as Manifest
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (existsSync(join('node_modules', name))) continue
    const stub = join(folder, 'src', 'node_modules', name)
    await mkdir(stub, { recursive: true })
    const exports = { './package.json': './package.json', '.': './index.js', './*': './index.js' }
    await writeFile(join(stub, 'package.json'), JSON.stringify({ name, version, exports }))
    await writeFile(join(stub, 'index.js'), '')
  }
}

const isPresent = () => git('cat-file', '-e', `${release.commit}^{commit}`)

const git = (...args: string[]) => spawnSync('git', args).status === 0

function run(command: string, args: readonly string[], cwd = '.'): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}
