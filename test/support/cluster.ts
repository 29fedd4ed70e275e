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
  openCluster(bin, async (run, data) => {
    await run('initdb', '-D', data, ...initdb)
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
  openCluster(bin, async (run, data, port) => {
    const source = `host=127.0.0.1 port=${primary.port} user=postgres`
    await run('pg_basebackup', '-D', data, '-d', source, '-X', 'stream', '-c', 'fast')
    const all = [...ports, port]
    const hosts = all.map(() => '127.0.0.1').join()
    await writeSettings(data, {
      primary_conninfo: `host=${hosts} port=${all.join()} user=postgres application_name=${name} target_session_attrs=read-write`,
      wal_retrieve_retry_interval: 500,
    })
    const signal = join(data, 'standby.signal')
    await writeFile(signal, '')
    giveToPostgres(signal)
  })

type Run = (program: string, ...args: string[]) => Promise<void>

async function openCluster(
  bin: string,
  create: (run: Run, data: string, port: number) => Promise<void>,
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'field-inspection-cluster-'))
  const isRoot = process.getuid?.() === 0
  const run: Run = async (program, ...args) => {
    const command = [join(bin, program), ...args].map((each) => `'${each}'`).join(' ')
    const child = spawn(...shell(isRoot, command), { stdio: 'ignore', cwd: '/' })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`expected exit 0 of ${program}, got ${code}`)
  }
  giveToPostgres(folder)
  const port = await freePort()
  const data = join(folder, 'data')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const start = () =>
    run('pg_ctl', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options, 'start')
  const stop = (mode: string) => run('pg_ctl', '-w', '-D', data, '-m', mode, 'stop')
  await create(run, data, port)
  await start()
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    port,
    start,
    stop,
    promote: () => run('pg_ctl', '-w', '-D', data, 'promote'),
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

const giveToPostgres = (path: string) => {
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
