import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
  readonly start: () => void
  /** `fast` ends connections, `immediate` is a crash: the next start recovers from the write-ahead log. */
  readonly stop: (mode: 'fast' | 'immediate') => void
  readonly remove: () => void
}

/**
 * Creates and starts a server in a temporary folder, with `settings` such as `-c fsync=off`. PostgreSQL refuses to run as
 * root: then it runs as `postgres`.
 */
export async function createCluster(bin: string, settings = ''): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'field-inspection-cluster-'))
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args].map((each) => `'${each}'`).join(' ')
    const isRoot = process.getuid?.() === 0
    execFileSync(...shell(isRoot, command), { stdio: 'ignore', cwd: '/' })
  }
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
  const port = await freePort()
  const data = join(folder, 'data')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} ${settings}`
  const start = () => {
    run('pg_ctl', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options, 'start')
  }
  const stop = (mode: string) => {
    run('pg_ctl', '-w', '-D', data, '-m', mode, 'stop')
  }
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  start()
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    remove: () => {
      stop('immediate')
      rmSync(folder, { recursive: true })
    },
  }
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
