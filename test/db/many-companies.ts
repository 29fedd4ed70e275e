import type { Pool } from 'pg'

const COMPANIES = 10

/** How many rows of each table a company has. */
const USERS = 200
const CLIENTS = 30
const SITES = 300
const ZONES = 600
const ASSETS = 3000
const JOBS = 1000

/** Some records of the second company. */
export const SECOND = { company: 2, user: USERS + 1, site: SITES + 1 }

/** `insert into table (columns) select …`, for each company `c` and each `i` of as many rows; ids count through. */
const rows = (count: number, table: string, values: Readonly<Record<string, string>>) =>
  `insert into ${table} (company_id, ${Object.keys(values).join(', ')})
   select c, ${Object.values(values).join(', ')}
   from generate_series(1, ${COMPANIES}) c, generate_series(1, ${count}) i order by c, i`

const numbered = (count: number) => ({ id: `(c - 1) * ${count} + i`, uuid: 'gen_random_uuid()' })

/** The id of one of as many rows of the same company. */
const oneOf = (count: number) => `(c - 1) * ${count} + 1 + i % ${count}`
const user = { user_id: oneOf(USERS) }

/** Fills an empty database with companies of the same size, so that none is most of a table, and analyzes it. */
export async function fillManyCompanies(pool: Pool): Promise<void> {
  const statements = [
    `insert into company (id, uuid, name) select c, gen_random_uuid(), 'Company ' || c from generate_series(1, ${COMPANIES}) c`,
    rows(USERS, 'app_user', {
      ...numbered(USERS),
      first_name: `'Robin'`,
      last_name: `'Person ' || i`,
      email: `'person' || i || '@company' || c`,
      password_hash: `''`,
    }),
    rows(USERS, 'membership', {
      user_id: oneOf(USERS),
      role: `(case when i % 20 = 0 then 'admin' else 'technician' end)::role`,
    }),
    rows(USERS, 'profile', { uuid: 'gen_random_uuid()', user_id: oneOf(USERS) }),
    rows(CLIENTS, 'client', { ...numbered(CLIENTS), ...user, legal_name: `'Client ' || i` }),
    rows(SITES, 'site', {
      ...numbered(SITES),
      ...user,
      client_id: oneOf(CLIENTS),
      manager_id: oneOf(USERS),
      risk_id: `1 + i % 4`,
      name: `'Site ' || i`,
    }),
    rows(10, 'zone_type', { ...numbered(10), description: `'Zone type ' || i` }),
    rows(10, 'asset_type', { ...numbered(10), name: `'Type ' || i`, short_code: `'T' || i` }),
    rows(ZONES, 'zone', {
      ...numbered(ZONES),
      ...user,
      site_id: oneOf(SITES),
      type_id: oneOf(10),
      name: `'Zone ' || i`,
    }),
    rows(ASSETS, 'asset', {
      ...numbered(ASSETS),
      ...user,
      zone_id: oneOf(ZONES),
      type_id: oneOf(10),
      risk_id: `1 + i % 4`,
      code: `'A-' || i`,
      defective: `i % 20 = 0`,
      last_inspection: `case when i % 3 > 0 then now() - i * interval '1 hour' end`,
      next_inspection: `case when i % 3 > 0 then now() + (i - 300) * interval '1 hour' end`,
      decommissioned_at: `case when i % 50 = 1 then now() end`,
      created_at: `now() - i * interval '1 minute'`,
    }),
    rows(ASSETS, 'barcode', { ...numbered(ASSETS), asset_id: oneOf(ASSETS), data: `'B-' || i` }),
    rows(10, 'job_type', { ...numbered(10), description: `'Job type ' || i` }),
    rows(JOBS, 'job', {
      ...numbered(JOBS),
      ...user,
      number: 'i',
      site_id: oneOf(SITES),
      type_id: oneOf(10),
      technician_id: oneOf(USERS),
      status: `(case when i % 10 = 0 then 'scheduled' else 'completed' end)::job_status`,
      scheduled_start: `now() + (i - 900) * interval '1 hour'`,
      scheduled_end: `now() + (i - 899) * interval '1 hour'`,
      completed_at: `case when i % 10 > 0 then now() end`,
      requires_signature: 'false',
    }),
    rows(JOBS, 'job_zone', { job_id: oneOf(JOBS), zone_id: oneOf(ZONES) }),
    rows(ASSETS, 'inspection', {
      ...numbered(ASSETS),
      asset_id: oneOf(ASSETS),
      job_id: oneOf(JOBS),
      inspector_id: oneOf(USERS),
      outcome: `(case when i % 20 = 0 then 'failed' else 'passed' end)::inspection_outcome`,
      inspected_at: `now() - i * interval '1 hour'`,
    }),
    rows(JOBS, 'document', {
      ...numbered(JOBS),
      ...user,
      asset_id: oneOf(ASSETS),
      name: `'a.txt'`,
      content_type: `'text/plain'`,
      size: '1',
      content: `'x'`,
    }),
  ]
  for (const statement of statements) await pool.query(statement)
  await pool.query('vacuum analyze')
}
