import type { Pool } from 'pg'

/** Companies one after the other, by the number of the first, and how many rows of each table each has. */
interface Companies {
  readonly first: number
  readonly count: number
  readonly users: number
  readonly clients: number
  readonly sites: number
  readonly zones: number
  readonly types: number
  readonly assets: number
  readonly jobs: number
}

const LARGE: Companies = {
  first: 1,
  count: 10,
  users: 1000,
  clients: 30,
  sites: 300,
  zones: 600,
  types: 10,
  assets: 3000,
  jobs: 1000,
}
/** So many that the mean of all companies says nothing of a large one. */
const SMALL: Companies = {
  first: 11,
  count: 3000,
  users: 1,
  clients: 1,
  sites: 1,
  zones: 2,
  types: 1,
  assets: 3,
  jobs: 2,
}

/** Some records of the second company, which is large. */
export const SECOND = { company: 2, user: LARGE.users + 1, site: LARGE.sites + 1 }

const SMALL_BASE = LARGE.count * LARGE.assets

/** Some records of a small company. */
export const A_SMALL = { company: SMALL.first + 1, user: SMALL_BASE + SMALL.users + 1 }

/** Fills an empty database with large companies of the same size, none of them most of a table, and many small ones, and analyzes it. */
export async function fillManyCompanies(pool: Pool): Promise<void> {
  for (const statement of [...statementsFor(LARGE, 0), ...statementsFor(SMALL, SMALL_BASE)]) {
    await pool.query(statement)
  }
  await pool.query('vacuum analyze')
}

/** Inserts what some companies have. Ids count through each table, from `base` on. */
function statementsFor(companies: Companies, base: number): string[] {
  const { first, count, users, clients, sites, zones, types, assets, jobs } = companies
  const all = `generate_series(${first}, ${first + count - 1}) c`
  /** `insert into table (columns) select …`, for each company `c` and each `i` of as many rows. */
  const rows = (number: number, table: string, values: Readonly<Record<string, string>>) =>
    `insert into ${table} (company_id, ${Object.keys(values).join(', ')})
     select c, ${Object.values(values).join(', ')}
     from ${all}, generate_series(1, ${number}) i order by c, i`
  /** The id of the first of as many rows of a company. */
  const firstOf = (number: number) => `${base} + (c - ${first}) * ${number} + 1`
  const numbered = (number: number) => ({
    id: `${firstOf(number)} + i - 1`,
    uuid: 'gen_random_uuid()',
  })
  /** The id of one of as many rows of the same company. */
  const oneOf = (number: number) => `${firstOf(number)} + i % ${number}`
  const user = { user_id: oneOf(users) }

  return [
    `insert into company (id, uuid, name) select c, gen_random_uuid(), 'Company ' || c from ${all}`,
    rows(users, 'app_user', {
      ...numbered(users),
      first_name: `'Robin'`,
      last_name: `'Person ' || i`,
      email: `'person' || i || '@company' || c`,
      password_hash: `''`,
    }),
    rows(users, 'membership', {
      user_id: oneOf(users),
      role: `(case when i % 20 = 0 or i = ${users} then 'admin' else 'technician' end)::role`,
    }),
    rows(users, 'profile', { uuid: 'gen_random_uuid()', user_id: oneOf(users) }),
    rows(clients, 'client', { ...numbered(clients), ...user, legal_name: `'Client ' || i` }),
    rows(sites, 'site', {
      ...numbered(sites),
      ...user,
      client_id: oneOf(clients),
      manager_id: oneOf(users),
      risk_id: `1 + i % 4`,
      name: `'Site ' || i`,
    }),
    rows(types, 'zone_type', { ...numbered(types), description: `'Zone type ' || i` }),
    rows(types, 'asset_type', { ...numbered(types), name: `'Type ' || i`, short_code: `'T' || i` }),
    rows(zones, 'zone', {
      ...numbered(zones),
      ...user,
      site_id: oneOf(sites),
      type_id: oneOf(types),
      name: `'Zone ' || i`,
    }),
    rows(assets, 'asset', {
      ...numbered(assets),
      ...user,
      zone_id: oneOf(zones),
      type_id: oneOf(types),
      risk_id: `1 + i % 4`,
      code: `'A-' || i`,
      defective: `i % 20 = 0`,
      last_inspection: `case when i % 3 > 0 then now() - i * interval '1 hour' end`,
      next_inspection: `case when i % 3 > 0 then now() + (i - 300) * interval '1 hour' end`,
      decommissioned_at: `case when i % 50 = 1 then now() end`,
      created_at: `now() - i * interval '1 minute'`,
    }),
    rows(assets, 'barcode', { ...numbered(assets), asset_id: oneOf(assets), data: `'B-' || i` }),
    rows(types, 'job_type', { ...numbered(types), description: `'Job type ' || i` }),
    rows(jobs, 'job', {
      ...numbered(jobs),
      ...user,
      number: 'i',
      site_id: oneOf(sites),
      type_id: oneOf(types),
      technician_id: oneOf(users),
      status: `(case when i % 10 = 0 then 'scheduled' else 'completed' end)::job_status`,
      scheduled_start: `now() + (i - 900) * interval '1 hour'`,
      scheduled_end: `now() + (i - 899) * interval '1 hour'`,
      completed_at: `case when i % 10 > 0 then now() end`,
      requires_signature: 'false',
    }),
    rows(jobs, 'job_zone', { job_id: oneOf(jobs), zone_id: oneOf(zones) }),
    rows(assets, 'inspection', {
      ...numbered(assets),
      asset_id: oneOf(assets),
      job_id: oneOf(jobs),
      inspector_id: oneOf(users),
      outcome: `(case when i % 20 = 0 then 'failed' else 'passed' end)::inspection_outcome`,
      inspected_at: `now() - i * interval '1 hour'`,
    }),
    rows(jobs, 'document', {
      ...numbered(jobs),
      ...user,
      asset_id: oneOf(assets),
      name: `'a.txt'`,
      content_type: `'text/plain'`,
      size: '1',
      content: `'x'`,
    }),
  ]
}
