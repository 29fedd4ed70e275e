import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../durability/cluster.js'
import { PASSWORD, SERVICE_ROLE } from './server-database.js'

const FOLDERS = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(':')]
const NOBODY = 65_534

/** The line of `deploy/pgbouncer.ini` with the address of PostgreSQL. */
const ADDRESS = 'host=127.0.0.1 port=5432'

/** The program, which Debian installs where only root looks for it; undefined if it is not installed. */
export const findPgbouncer = (): string | undefined =>
  FOLDERS.map((folder) => join(folder, 'pgbouncer')).find(isExecutable)

/** Values for settings of the file. */
type Settings = Readonly<Record<string, string | number>>

export interface Pgbouncer {
  /** The URL through PgBouncer of a database of the server, without the parameter `pgbouncer`. */
  readonly urlOf: (databaseUrl: string) => string
  readonly start: () => Promise<void>
  /** Ends it, and all connections of its clients. */
  readonly stop: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Starts PgBouncer with `deploy/pgbouncer.ini`, and with `settings`, before the PostgreSQL server of `serverUrl`. */
export async function startPgbouncer(
  program: string,
  serverUrl: string,
  settings: Settings = {},
): Promise<Pgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const folder = await mkdtemp(join(tmpdir(), 'field-inspection-pgbouncer-'))
  const port = await freePort()
  const users = { [username]: password || PASSWORD, [SERVICE_ROLE]: PASSWORD }
  const auth_file = join(folder, 'userlist.txt')
  const file = await changedFile(`host=${hostname} port=${serverPort || '5432'}`, {
    listen_port: port,
    auth_file,
    pidfile: join(folder, 'pid'),
    logfile: join(folder, 'log'),
    ...settings,
  })
  const lines = Object.entries(users).map(([name, secret]) => `"${name}" "${secret}"\n`)
  await writeFile(auth_file, lines.join(''))
  await writeFile(join(folder, 'pgbouncer.ini'), file)
  await chmod(folder, 0o777)

  let child: ChildProcess | undefined
  const start = async () => {
    child = await startProcess(program, join(folder, 'pgbouncer.ini'), port)
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
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${port}`
    url.password = users[url.username] ?? ''
    return url.href
  }
  await start()
  return { urlOf, start, stop, remove }
}

async function changedFile(address: string, settings: Settings): Promise<string> {
  const file = await readFile('deploy/pgbouncer.ini', 'utf8')
  if (!file.includes(ADDRESS)) throw new Error(`expected "${ADDRESS}" in deploy/pgbouncer.ini`)
  // The last section is [pgbouncer]; of two lines for a setting, PgBouncer takes the last one.
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  return [file.replace(ADDRESS, address), ...lines].join('')
}

async function startProcess(program: string, file: string, port: number): Promise<ChildProcess> {
  const child = spawn(program, ['-q', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // PgBouncer refuses to run as root.
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer does not start:\n${errors}`)
    await delay(20)
  }
  return child
}

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
