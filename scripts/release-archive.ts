// Builds the archive of a release: `npx tsx scripts/release-archive.ts FOLDER`. It has what the image has: the built service, its
// packages without development dependencies and the embedded database, and the documentation. The same commit gives the same
// bytes on the same platform. With `--if-changed`, it takes the build that is there, as `npm start` does. Writes to the folder:
//
// - field-inspection-service-VERSION-PLATFORM.tar.gz, and its SHA-256 as .sha256;
// - the software bill of materials (SBOM) as .cdx.json, in the format CycloneDX. The licences are in the archive.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { licencesText, shippedPackages } from './shipped-packages.js'
import { sourceCommit } from './source-commit.js'

const FILES = [
  // Without Dockerfile and compose.yaml, which build an image from the sources.
  ...['package.json', 'schema.graphql', '.env.example'],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...['docs', 'deploy', 'prisma/migrations', 'prisma/service-role.sql', 'dist'],
]

const [folder, ...flags] = process.argv.slice(2)
if (folder === undefined) throw new Error('expected the folder to write to')
const name = `${manifest.name}-${manifest.version}-${process.platform}-${process.arch}`
const work = mkdtempSync(join(tmpdir(), 'release-'))
const root = join(work, name)

const run = (command: string, args: readonly string[], cwd = '.') =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

try {
  run('npm', ['run', '--silent', 'build', '--', ...flags])
  for (const file of FILES) cpSync(file, join(root, file), { recursive: true })
  rmSync(join(root, 'dist', '.built-from'), { force: true })
  const installed = join(root, 'dist', 'node_modules')
  rmSync(installed, { recursive: true, force: true })
  run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], join(root, 'dist'))
  for (const path of ['@electric-sql', '.package-lock.json'])
    rmSync(join(installed, path), { recursive: true, force: true })

  const packages = shippedPackages(root)
  writeFileSync(join(root, 'LICENCES.txt'), licencesText(packages))
  const archive = resolve(folder, `${name}.tar.gz`)
  mkdirSync(folder, { recursive: true })
  const time = run('git', ['log', '-1', '--format=%ct']).trim()
  const sameEverywhere = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go-w,a+rX',
  ]
  const tar = [
    '--create',
    ...sameEverywhere,
    `--mtime=@${time}`,
    `--file=${work}/archive.tar`,
    name,
  ]
  run('tar', tar, work)
  // Without the name and the time of the file.
  run('gzip', ['--no-name', '--best', 'archive.tar'], work)
  cpSync(join(work, 'archive.tar.gz'), archive)
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${digest}  ${name}.tar.gz\n`)
  const components = packages.map(({ name: component, version, licence }) => ({
    type: 'library',
    name: component,
    version,
    purl: `pkg:npm/${component.replace('@', '%40')}@${version}`,
    licenses: [{ expression: licence }],
  }))
  const product = { type: 'application', name: manifest.name, version: manifest.version }
  const properties = [{ name: 'vcs.commit', value: sourceCommit() }]
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 }
  const metadata = { component: product, properties }
  const sbom = JSON.stringify({ ...bill, metadata, components }, null, 2)
  writeFileSync(resolve(folder, `${name}.cdx.json`), `${sbom}\n`)
  console.log(`${archive}: ${packages.length} packages, SHA-256 ${digest}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
