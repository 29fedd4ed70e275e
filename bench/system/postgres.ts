import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORK } from './paths.js'
import { freePort, start, stop, waitUntilReady } from './processes.js'
import { query } from './sql.js'

export interface PostgresServer {
  url: string
  /** For the log: which server this is. */
  origin: string
  close: () => Promise<void>
}

/** The server of DATABASE_URL; without it, a server that this function starts. */
export async function openPostgres(): Promise<PostgresServer> {
  const url = process.env.DATABASE_URL
  if (url) return { url, origin: 'the server of DATABASE_URL', close: async () => undefined }
  return startPostgres()
}

async function startPostgres(): Promise<PostgresServer> {
  const binaries = findBinaries()
  const folder = join(WORK, 'postgres')
  const owner = unprivilegedUser()
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (owner) chownSync(folder, owner.uid, owner.gid)
    const args = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8']
    run(join(binaries, 'initdb'), [...args, '--locale', 'C.UTF-8'], { ...owner, cwd: WORK })
  }
  const port = await freePort()
  const settings = ['max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const child = start(
    join(binaries, 'postgres'),
    ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: WORK, log: join(WORK, 'postgres.log') },
  )
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await waitUntilReady(() => query(url, 'select 1').then(() => true), child, 'PostgreSQL')
  return { url, origin: 'started by this program', close: () => stop(child, 'SIGINT') }
}

function findBinaries(): string {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).map(Number).filter(Boolean) : []
  if (versions.length > 0) return join(folder, String(Math.max(...versions)), 'bin')
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (found.status === 0) return found.stdout.trim()
  throw new Error('PostgreSQL was not found: install it, or set DATABASE_URL.')
}

/** The user postgres if this process runs as root: PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'))
  if (!entry) throw new Error('PostgreSQL does not run as root, and there is no user postgres.')
  const [, , uid, gid] = entry.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

function run(command: string, args: string[], options: SpawnSyncOptions): void {
  const { status, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}
