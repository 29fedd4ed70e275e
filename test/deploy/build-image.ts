import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { readStages, type Stage, type Step } from './dockerfile.js'

/*
 * Executes the steps of the Dockerfile in folders of this machine, because base images cannot be pulled wherever the tests
 * run. A folder stands for the root of the file system of a stage: its absolute paths are below it.
 */

type Variables = Readonly<Record<string, string>>

export interface Image {
  /** The folder that stands for the working directory. */
  readonly folder: string
  readonly environment: Variables
  readonly user: string
  readonly port: string
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

/** The paths of the checkout that `.dockerignore` excludes. */
export const ignoredPaths = (): string[] =>
  readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      if (!/^\/[\w./-]+$/.test(line)) throw new Error(`expected a path from the root, got ${line}`)
      return resolve(line.slice(1))
    })

/** Executes all steps of the Dockerfile below `folder`, with these values of build arguments. */
export async function buildImage(folder: string, args: Variables): Promise<Image> {
  const roots = new Map<string, string>()
  let image: Image | undefined
  for (const [index, stage] of readStages().entries()) {
    const root = join(folder, stage.name ?? 'image')
    roots.set(stage.name ?? String(index), root)
    image = await buildStage(stage, root, roots, args)
  }
  if (!image) throw new Error('expected a stage in the Dockerfile, found none')
  return image
}

async function buildStage(
  { steps }: Stage,
  root: string,
  roots: ReadonlyMap<string, string>,
  args: Variables,
): Promise<Image> {
  const environment: Record<string, string> = {}
  // A build argument is an environment variable of the commands that follow it.
  const given: Record<string, string> = {}
  let folder = root
  await mkdir(root, { recursive: true })
  for (const step of steps) {
    if (step.type === 'env') Object.assign(environment, step.variables)
    if (step.type === 'arg')
      for (const [name, value] of Object.entries(step.variables)) given[name] = args[name] ?? value
    if (step.type === 'workdir') await mkdir((folder = join(root, step.path)), { recursive: true })
    if (step.type === 'copy') await copy(step, root, folder, roots)
    if (step.type === 'run') await run(step.command, folder, { ...given, ...environment })
  }
  const last = <Type extends Step['type']>(type: Type) =>
    steps.findLast((step): step is Extract<Step, { type: Type }> => step.type === type)
  return {
    folder,
    environment,
    user: last('user')?.name ?? 'root',
    port: last('expose')?.port ?? '',
    command: last('cmd')?.command ?? [],
    healthcheck: last('healthcheck')?.command ?? [],
  }
}

/** A folder is copied without its own name; a file into a destination that ends in a slash, or under its name. */
async function copy(
  { from, sources, destination }: Extract<Step, { type: 'copy' }>,
  root: string,
  folder: string,
  roots: ReadonlyMap<string, string>,
): Promise<void> {
  const target = destination.startsWith('/') ? join(root, destination) : join(folder, destination)
  const stage = from === undefined ? undefined : roots.get(from)
  if (from !== undefined && stage === undefined) throw new Error(`there is no stage ${from}`)
  const ignored = stage === undefined ? ignoredPaths() : []
  for (const source of sources) {
    const path = stage === undefined ? resolve(source) : join(stage, source)
    const isFile = (await stat(path)).isFile()
    const into = isFile && /[/.]$/.test(destination) ? join(target, basename(source)) : target
    const filter = (each: string) => !ignored.includes(resolve(each))
    await cp(path, into, { recursive: true, filter, verbatimSymlinks: true })
  }
}

/** Installs the packages of this checkout, which are installed already: links to their files take a second instead of a minute. */
const INSTALL = 'npm ci --no-audit --no-fund'
const LINK_PACKAGES = `cp -al ${resolve('node_modules')} .`

/** Runs a command as `RUN` does: with a shell. Throws with its output if it fails. */
async function run(command: string, folder: string, environment: Variables): Promise<void> {
  const shell = spawn('/bin/sh', ['-c', command === INSTALL ? LINK_PACKAGES : command], {
    cwd: folder,
    // Without vitest's NODE_ENV.
    env: { ...process.env, NODE_ENV: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  const [code] = (await once(shell, 'close')) as [number | null]
  if (code !== 0) throw new Error(`RUN ${command}: exit ${String(code)}\n${output}`)
}
