import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VERSIONS = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL's programs on this machine, as Debian installs them; undefined without one. */
export function findPostgres(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const [newest] = versions.sort((one, other) => Number(other) - Number(one))
  return newest === undefined ? undefined : join(VERSIONS, newest, 'bin')
}

/** A PostgreSQL server of its own, which a test may stop and start. */
export interface Cluster {
  readonly url: string
  readonly port: number
  readonly start: () => Promise<void>
  /** `fast` ends connections, `immediate` is a crash: the next start recovers from the write-ahead log. */
  readonly stop: (mode: 'fast' | 'immediate') => Promise<void>
  /** Makes a replica the primary. */
  readonly promote: () => Promise<void>
  readonly remove: () => Promise<void>
}

type Settings = Readonly<Record<string, string | number>>

const INITDB = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']

/**
 * Creates and starts a server in a temporary folder. PostgreSQL refuses to run as root: then it runs as `postgres`.
 * `initdb` are arguments of that program.
 */
export const createCluster = (
  bin: string,
  settings: Settings = {},
  initdb: readonly string[] = INITDB,
): Promise<Cluster> =>
  openCluster(bin, async (data) => {
    await run(bin, 'initdb', '-D', data, ...initdb)
    await writeSettings(data, settings)
  })

/**
 * Creates and starts a streaming replica of `primary`. It follows whichever of `ports` is the primary. `name` is its name in
 * `synchronous_standby_names`.
 */
export const createReplica = (
  bin: string,
  primary: Cluster,
  { name, ports }: { readonly name: string; readonly ports: readonly number[] },
): Promise<Cluster> =>
  openCluster(bin, async (data, port) => {
    const source = `host=127.0.0.1 port=${primary.port} user=postgres`
    await run(bin, 'pg_basebackup', '-D', data, '-d', source, '-X', 'stream', '-c', 'fast')
    const all = [...ports, port]
    const hosts = all.map(() => '127.0.0.1').join()
    await writeSettings(data, {
      primary_conninfo: `host=${hosts} port=${all.join()} user=postgres application_name=${name} target_session_attrs=read-write`,
      wal_retrieve_retry_interval: 500,
    })
    await writeSignal(data, 'standby')
  })

/** Copies the data of a running server into a folder, without the log since then: its archive must have that. */
export async function backUp(bin: string, { port }: Cluster, folder: string): Promise<void> {
  const source = `host=127.0.0.1 port=${port} user=postgres`
  await run(bin, 'pg_basebackup', '-D', folder, '-d', source, '-X', 'none', '-c', 'fast')
}

/** Creates a server from a copy of `backUp` and the archived log, as it was at a restore point, and makes it a primary. */
export const restoreCluster = (
  bin: string,
  { backup, archive, point }: Readonly<Record<'backup' | 'archive' | 'point', string>>,
): Promise<Cluster> =>
  openCluster(bin, async (data) => {
    execFileSync('cp', ['-a', backup, data])
    await writeSettings(data, {
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_name: point,
      recovery_target_action: 'promote',
    })
    await writeSignal(data, 'recovery')
  })

async function openCluster(
  bin: string,
  create: (data: string, port: number) => Promise<void>,
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'field-inspection-cluster-'))
  giveToPostgres(folder)
  const port = await freePort()
  const data = join(folder, 'data')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const start = () =>
    run(bin, 'pg_ctl', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options, 'start')
  const stop = (mode: string) => run(bin, 'pg_ctl', '-w', '-D', data, '-m', mode, 'stop')
  await create(data, port)
  await start()
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    port,
    start,
    stop,
    promote: () => run(bin, 'pg_ctl', '-w', '-D', data, 'promote'),
    remove: async () => {
      await stop('immediate').catch(() => undefined)
      rmSync(folder, { recursive: true })
    },
  }
}

const writeSettings = (data: string, settings: Settings) =>
  appendFile(
    join(data, 'postgresql.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )

/** The file with which the next start is that of a replica, or recovers to a point. */
async function writeSignal(data: string, kind: 'standby' | 'recovery'): Promise<void> {
  const signal = join(data, `${kind}.signal`)
  await writeFile(signal, '')
  giveToPostgres(signal)
}

/** Runs a program of PostgreSQL. */
async function run(bin: string, program: string, ...args: string[]): Promise<void> {
  const command = [join(bin, program), ...args].map((each) => `'${each}'`).join(' ')
  const child = spawn(...shell(process.getuid?.() === 0, command), { stdio: 'ignore', cwd: '/' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`expected exit 0 of ${program}, got ${code}`)
}

export const giveToPostgres = (path: string) => {
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', path])
}

const shell = (isRoot: boolean, command: string): [string, string[]] =>
  isRoot ? ['su', ['postgres', '-s', '/bin/bash', '-c', command]] : ['/bin/bash', ['-c', command]]

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
