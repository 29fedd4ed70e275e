import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, parentOf, start, stop, until } from './processes.js'

export const ROOT = new URL('..', import.meta.url).pathname
export const WORK = join(tmpdir(), 'field-inspection-bench')
mkdirSync(WORK, { recursive: true })

/** The server of DATABASE_URL, or else one that this starts: its address, and how to be done with it. */
export async function openServer() {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, origin: 'the server of DATABASE_URL', close: async () => {} }
  return startServer()
}

async function startServer() {
  const bin = findBinaries()
  const folder = join(WORK, 'postgres')
  const owner = unprivileged()
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
    const args = [
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale',
      'C.UTF-8',
    ]
    run(join(bin, 'initdb'), args, { ...owner, cwd: WORK })
  }
  const port = await freePort()
  const settings = ['max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const child = start(
    join(bin, 'postgres'),
    ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: WORK, log: join(WORK, 'postgres.log') },
  )
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await until(() => query(url, 'select 1').then(() => true), child, 'PostgreSQL')
  return { url, origin: 'a server of its own', close: () => stop(child, 'SIGINT') }
}

function findBinaries() {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).map(Number).filter(Boolean) : []
  const newest = Math.max(...versions)
  if (versions.length > 0) return join(folder, String(newest), 'bin')
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (found.status === 0) return found.stdout.trim()
  throw new Error('No PostgreSQL was found: install one, or name a server with DATABASE_URL.')
}

/** PostgreSQL refuses to run as root. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'))
  if (!entry) throw new Error('PostgreSQL does not run as root, and there is no user postgres.')
  const [, , uid, gid] = entry.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

function run(command, args, options) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}

/** One statement on a connection of its own. */
export async function query(url, text, values) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Loads the demo, unless it is there, into the database that `env` names. */
export function seed(env, options = []) {
  const { status } = spawnSync('npm', ['run', '--silent', 'seed', '--', ...options], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('npm run seed failed')
}

/** A database with the demo at a scale, made where the server has none. */
export async function demoDatabase(server, scale) {
  const name = `field_inspection_bench_${scale}`
  const address = new URL(server.url)
  address.pathname = `/${name}`
  const url = address.href
  const [known] = await query(server.url, 'select from pg_database where datname = $1', [name])
  if (!known) await query(server.url, `create database ${name}`)
  // As the service tells its own sessions; the peers are to have the same.
  await query(server.url, `alter database ${name} set random_page_cost = 1.1`)
  const began = Date.now()
  seed({ DATABASE_URL: url, DATA_DIR: join(WORK, name) }, ['--scale', String(scale)])
  // What earlier runs wrote and deleted would mislead the planner, of some servers' queries more than of others'.
  await query(url, 'vacuum analyze')
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname)
  return {
    url,
    seconds: (Date.now() - began) / 1000,
    postmaster: local ? await postmasterOf(url) : undefined,
  }
}

async function postmasterOf(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const parent = parentOf(rows[0].pid)
  await client.end()
  return parent
}
