import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BENCH, ROOT, WORK } from '../system/paths.js'
import { freePort, start, waitUntilReady } from '../system/processes.js'
import { POOL_SIZE, type Server, type ServerName } from './server.js'
import type { Viewer } from './viewer.js'

const NODE_22 = join(BENCH, 'node_modules', 'node', 'bin', 'node')
let isCompiled = false

/** The version of a package that bench/package.json installs. */
export function versionOf(name: string): string {
  const text = readFileSync(join(BENCH, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/**
 * The JavaScript of a file of `peers/`. tsc compiles it beforehand: tsx would wrap functions and install hooks in the
 * process that is measured.
 */
export function compiledPeer(name: string): string {
  if (!isCompiled) {
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const args = [tsc, '-p', join(BENCH, 'tsconfig.build.json')]
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`tsc failed: ${stdout}`)
    isCompiled = true
  }
  return join(BENCH, 'dist', 'peers', `${name}.js`)
}

export const startLimit = (url: string, viewer: Viewer): Promise<Server> =>
  startPeer(url, viewer, 'limit')

export const startMercurius = (url: string, viewer: Viewer): Promise<Server> =>
  startPeer(url, viewer, 'mercurius')

export const startPostGraphile = (url: string, viewer: Viewer): Promise<Server> =>
  startPeer(url, viewer, 'postgraphile', NODE_22)

async function startPeer(
  url: string,
  viewer: Viewer,
  name: ServerName,
  node = process.execPath,
): Promise<Server> {
  const port = await freePort()
  const file = compiledPeer(name)
  const began = Date.now()
  const child = start(node, [file], {
    cwd: BENCH,
    log: join(WORK, `${name}.log`),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: url,
      POOL: String(POOL_SIZE),
      COMPANY: String(viewer.company),
      VIEWER: String(viewer.user),
    },
  })
  await waitUntilReady(async () => Boolean(await fetch(`http://127.0.0.1:${port}/`)), child, name)
  return { name, child, port, readyMs: Date.now() - began }
}
