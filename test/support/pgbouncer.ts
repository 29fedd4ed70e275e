import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../durability/cluster.js'

const FOLDERS = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(':')]
const NOBODY = 65_534

/** The program, which Debian installs where only root looks for it; undefined if it is not installed. */
export const findPgbouncer = (): string | undefined =>
  FOLDERS.map((folder) => join(folder, 'pgbouncer')).find(isExecutable)

export interface Pgbouncer {
  readonly port: number
  /** The log since its start. */
  readonly log: () => string
  readonly start: () => Promise<void>
  /** Ends it, and all connections of its clients. */
  readonly stop: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Users and their passwords. */
type Users = Readonly<Record<string, string>>

/**
 * Starts PgBouncer with `deploy/pgbouncer.ini` before the PostgreSQL server on a port of this machine. `settings` are
 * changes of the file.
 */
export async function startPgbouncer(
  program: string,
  postgresPort: number,
  users: Users,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'field-inspection-pgbouncer-'))
  const port = await freePort()
  const changes = {
    listen_port: port,
    auth_file: join(folder, 'userlist.txt'),
    pidfile: join(folder, 'pid'),
    logfile: join(folder, 'log'),
    ...settings,
  }
  await writeFile(changes.auth_file, userlist(users), { mode: 0o644 })
  await writeFile(join(folder, 'pgbouncer.ini'), await changedFile(postgresPort, changes))
  await chmod(folder, 0o777)

  let child: ChildProcess | undefined
  let log = ''
  const start = async () => {
    const started = spawn(program, [join(folder, 'pgbouncer.ini')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // PgBouncer refuses to run as root.
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
    }
    while (!(await accepts(port))) {
      if (started.exitCode !== null) throw new Error(`PgBouncer does not start:\n${log}`)
      await delay(20)
    }
  }
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  const remove = async () => {
    await stop()
    await rm(folder, { recursive: true })
  }
  await start()
  return { port, log: () => log, start, stop, remove }
}

async function changedFile(
  postgresPort: number,
  changes: Readonly<Record<string, string | number>>,
): Promise<string> {
  const file = await readFile('deploy/pgbouncer.ini', 'utf8')
  const address = 'host=127.0.0.1 port=5432'
  if (!file.includes(address)) throw new Error(`expected "${address}" in deploy/pgbouncer.ini`)
  const lines = Object.entries(changes).map(([name, value]) => `${name} = ${value}`)
  // The last section is [pgbouncer]; of two lines for a setting, PgBouncer takes the last one.
  return [file.replace(address, `host=127.0.0.1 port=${postgresPort}`), ...lines].join('\n')
}

const userlist = (users: Users) =>
  Object.entries(users)
    .map(([user, password]) => `"${user}" "${password}"\n`)
    .join('')

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => {
      resolve(false)
    })
  })

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
