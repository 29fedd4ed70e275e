import type { ClientBase } from 'pg'
import { type Companies, LARGE, SMALL, SMALL_BASE } from './company-sizes.js'

/** Fills an empty database with ten large companies of the same size and many small ones, and analyzes it. */
export async function fillManyCompanies(client: ClientBase): Promise<void> {
  for (const statement of [...statementsFor(LARGE, 0), ...statementsFor(SMALL, SMALL_BASE)]) {
    await client.query(statement)
  }
  await client.query('vacuum analyze')
}

/** Inserts the rows of some companies. Ids start after `base` and are consecutive in each table. */
function statementsFor(companies: Companies, base: number): string[] {
  const { first, count, users, clients, sites, zones, types, assets, jobs } = companies
  const all = `generate_series(${first}, ${first + count - 1}) c`
  /** `insert into table (columns) select …`, for each company `c` and each row number `i`. */
  const rows = (number: number, table: string, values: Readonly<Record<string, string>>) =>
    `insert into ${table} (company_id, ${Object.keys(values).join(', ')})
     select c, ${Object.values(values).join(', ')}
     from ${all}, generate_series(1, ${number}) i order by c, i`
  /** The id of a company's first row, if each company has `number` rows. */
  const firstOf = (number: number) => `${base} + (c - ${first}) * ${number} + 1`
  const numbered = (number: number) => ({
    id: `${firstOf(number)} + i - 1`,
    uuid: 'gen_random_uuid()',
  })
  /** The id of one of the same company's `number` rows. */
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
    rows(types, 'asset_type', {
      ...numbered(types),
      name: `'Type ' || i`,
      short_code: `'T' || i`,
      // A third of the types has no interval.
      inspection_interval_months: `case when i % 3 = 1 then 6 end`,
      inspection_interval_days: `case when i % 3 = 2 then 90 end`,
    }),
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
      risk_id: `1 + i / 3 % 4`,
      code: `'A-' || i`,
      // The newest 1,000 assets are not defective, so that a page of defective ones, newest first, starts late.
      defective: `i > 1000 and i % 10 = 3`,
      last_inspection: `case when i % 3 > 0 then now() - i * interval '1 hour' end`,
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
      // Open jobs start after all completed ones.
      status: `(case when i <= 900 then 'completed' when i % 4 = 0 then 'paused' else 'scheduled' end)::job_status`,
      scheduled_start: `now() + (i - 900) * interval '1 hour'`,
      scheduled_end: `now() + (i - 899) * interval '1 hour'`,
      completed_at: `case when i <= 900 then now() end`,
      requires_signature: 'false',
    }),
    rows(jobs, 'job_zone', { job_id: oneOf(jobs), zone_id: oneOf(zones) }),
    rows(assets, 'inspection', {
      ...numbered(assets),
      asset_id: oneOf(assets),
      job_id: oneOf(jobs),
      inspector_id: oneOf(users),
      outcome: `(case when i > 1000 and i % 10 = 3 then 'failed' else 'passed' end)::inspection_outcome`,
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
