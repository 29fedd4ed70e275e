import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { dueDateAfter } from '../../src/domain/asset/due-date.js'
import { copyRecords } from './copy-records.js'
import { ROOT, WORK } from './paths.js'
import type { PostgresServer } from './postgres.js'
import { findParent } from './process-stats.js'
import { query } from './sql.js'

export interface Database {
  url: string
  /** The id of PostgreSQL's main process; undefined if it runs on another machine. */
  postmaster: number | undefined
}

/** Loads the demo of the build in `folder`, unless it is loaded already, into the database that `env` names. */
export function seed(env: NodeJS.ProcessEnv, options: string[] = [], folder = ROOT): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'seed', '--', ...options], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('npm run seed failed')
}

/** The demo's generator keeps all rows in memory, so larger scales consist of copies. */
const MAX_SEEDED = 250

/** Due dates, which the service derives, in the column from which the statements of the other servers read them. */
const DUE_DATES = `
set session_replication_role = replica;
update asset a set next_inspection = ${dueDateAfter('coalesce(a.due_basis, a.last_inspection, a.created_at)', 't', 's.timezone')}
from asset_type t, zone z, site s
where t.company_id = a.company_id and t.id = a.type_id and z.company_id = a.company_id and z.id = a.zone_id
  and s.company_id = a.company_id and s.id = z.site_id;
reset session_replication_role`

/**
 * Opens the demo's database at a scale, and creates it if it does not exist. Above scale 250, it consists of copies of
 * the records at scale 250.
 */
export async function openDemoDatabase(
  server: PostgresServer,
  scale: number,
  {
    folder = ROOT,
    name = `field_inspection_bench_${scale}`,
  }: { folder?: string; name?: string } = {},
): Promise<Database> {
  const url = urlOf(server, name)
  const known = await query(server.url, 'select from pg_database where datname = $1', [name])
  if (known.length === 0) await query(server.url, `create database ${name}`)
  // The service sets this in its sessions; the other servers get the same setting.
  await query(server.url, `alter database ${name} set random_page_cost = 1.1`)
  const seeded = Math.min(scale, MAX_SEEDED)
  seed({ DATABASE_URL: url, DATA_DIR: join(WORK, name) }, ['--scale', String(seeded)], folder)
  if (scale > seeded) await copyRecords(url, scale / seeded)
  if (folder === ROOT) await query(url, DUE_DATES)
  // Rows that earlier runs wrote and deleted would change the plans of some servers' statements.
  await query(url, 'vacuum analyze')
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
  return { url, postmaster: isLocal ? await findPostmaster(url) : undefined }
}

/** Copies a database without open connections, in place of an earlier copy. Returns the URL of the copy. */
export async function copyDatabase(
  server: PostgresServer,
  original: string,
  name: string,
): Promise<string> {
  await query(server.url, `drop database if exists ${name}`)
  await query(server.url, `create database ${name} template ${new URL(original).pathname.slice(1)}`)
  await query(server.url, `alter database ${name} set random_page_cost = 1.1`)
  return urlOf(server, name)
}

function urlOf(server: PostgresServer, name: string): string {
  const address = new URL(server.url)
  address.pathname = `/${name}`
  return address.href
}

async function findPostmaster(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = rows[0] && findParent(rows[0].pid)
  await client.end()
  return parent
}
