// Packs the command `fis` and the client for scripts: `npm run pack:fis -- FOLDER`, by default `.tmp/fis`. Writes the compiled
// package to `FOLDER/package` and its archive, `field-inspection-client-VERSION.tgz`, to `FOLDER`.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import lock from '../package-lock.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }

const SOURCE = 'examples'
const folder = process.argv[2] ?? join('.tmp', 'fis')
const target = join(folder, 'package')

rmSync(folder, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
compile()
cpSync(join(SOURCE, 'scripts', 'README.md'), join(target, 'README.md'))
writeFileSync(join(target, 'package.json'), `${JSON.stringify(packageManifest(), null, 2)}\n`)
execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], { cwd: target })
console.log(`${join(folder, `${packageManifest().name}-${manifest.version}.tgz`)} is packed.`)

/** Compiles the client and the command to ES modules with their types. */
function compile(): void {
  const { options } = ts.parseJsonConfigFileContent(
    {
      extends: './tsconfig.json',
      compilerOptions: { noEmit: false, allowJs: false, checkJs: false },
    },
    ts.sys,
    process.cwd(),
  )
  const files = filesIn(SOURCE, /^(client|scripts)\/.*\.ts$/)
  const program = ts.createProgram(
    files.filter((path) => !path.endsWith(join('client', 'usage.ts'))),
    { ...options, rootDir: SOURCE, outDir: target, declaration: true },
  )
  const problems = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics]
  if (problems.length === 0) return
  throw new Error(
    ts.formatDiagnostics(problems, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => '\n',
    }),
  )
}

function packageManifest() {
  const { version, license, engines } = manifest
  return {
    name: 'field-inspection-client',
    version,
    description: 'The command fis and a typed client of the Field Inspection Service.',
    license,
    private: true,
    type: 'module',
    engines,
    bin: { fis: 'scripts/fis.js' },
    exports: {
      '.': { types: './client/client.d.ts', default: './client/client.js' },
      './*': { types: './client/*.d.ts', default: './client/*.js' },
    },
    dependencies: dependencies(),
  }
}

/** The packages that the compiled files import, and those that these need beside them, in the versions of the lockfile. */
function dependencies(): Record<string, string> {
  const texts = filesIn(target, /\.(js|d\.ts)$/).map((path) => readFileSync(path, 'utf8'))
  const imported = texts.flatMap((text) => ts.preProcessFile(text).importedFiles)
  const names = new Set(
    imported
      .map(({ fileName }) => fileName)
      .filter((name) => !name.startsWith('.') && !isBuiltin(name))
      .map(packageOf),
  )
  for (const name of names) {
    const { peerDependencies = {} } = locked(name)
    for (const peer of Object.keys(peerDependencies)) names.add(peer)
  }
  return Object.fromEntries([...names].sort().map((name) => [name, `^${locked(name).version}`]))
}

/** The package of a module, such as `csv-parse` for `csv-parse/sync`. */
function packageOf(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
}

interface LockedPackage {
  readonly version: string
  readonly peerDependencies?: Readonly<Record<string, string>>
}

function locked(name: string): LockedPackage {
  const found = (lock.packages as Readonly<Record<string, object>>)[`node_modules/${name}`]
  if (!found) throw new Error(`${name} is not in package-lock.json.`)
  return found as LockedPackage
}

/** The files below a folder whose path in it matches. */
function filesIn(root: string, pattern: RegExp): string[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => pattern.test(path)).map((path) => join(root, path))
}
