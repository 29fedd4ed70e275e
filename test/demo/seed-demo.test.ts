import { hashSecret } from '../../src/domain/credential/secret.js'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/own-statements.js'
import { type Demo, readDemo } from '../../src/demo/demo-file.js'
import { demoExists, seedDemo } from '../../src/demo/seed-demo.js'
import { authenticate } from '../../src/domain/credential/authenticate.js'
import { authenticateApiKey } from '../../src/domain/api-key/authenticate-api-key.js'
import { authenticateOauthClient } from '../../src/domain/credential/authenticate-oauth-client.js'
import { signIn } from '../../src/domain/credential/sign-in.js'
import { noThrottle } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { openOwnDatabase } from './own-database.js'

let db: TestDatabase
let data: Awaited<ReturnType<typeof makeTemporaryFolder>>
let demo: Demo
const progress: [number, number][] = []

beforeAll(async () => {
  db = await openOwnDatabase()
  data = await makeTemporaryFolder()
  const dataDir = data.folder

  const interrupted = seedDemo(db, {
    dataDir,
    onProgress: (done) => {
      if (done > 6000) throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect(await demoExists(db)).toBe(false)
  expect(await db.prisma.company.count()).toBe(0)

  const seeded = await seedDemo(db, {
    dataDir,
    onProgress: (done, total) => progress.push([done, total]),
  })
  if (!seeded) throw new Error('The demo data was not seeded.')
  demo = seeded
})

afterAll(async () => {
  await db.close()
  await data.remove()
})

/** The number of rows that violate a rule. */
const breaches = async (sql: string) => (await db.pool.query(sql)).rows

describe('seeding', () => {
  it('reports its progress up to 100 %', () => {
    const [done, total] = progress.at(-1) ?? []
    expect(done).toBe(total)
    expect(progress.length).toBeGreaterThan(10)
  })

  it('does not change a database that has data', async () => {
    expect(await demoExists(db)).toBe(true)
    expect(await seedDemo(db, { dataDir: data.folder })).toBeUndefined()
    expect(await db.prisma.company.count()).toBe(2)
    expect(await readDemo(data.folder, silentLog)).toEqual(demo)
  })

  it('writes the credentials to a file with mode 600', async () => {
    expect(await readDemo(data.folder, silentLog)).toEqual(demo)
    expect((await stat(join(data.folder, 'demo.json'))).mode & 0o777).toBe(0o600)
  })

  it('updates the planner statistics', async () => {
    const { rows } = await db.pool.query(
      `select reltuples::int as rows from pg_class where oid = 'asset'::regclass`,
    )
    expect(rows).toEqual([{ rows: 4412 }])
  })
})

describe('the credentials', () => {
  it('are valid for each listed user', async () => {
    expect(demo.users).toHaveLength(27)
    for (const company of ['harbour', 'summit']) {
      for (const role of ['admin', 'technician']) {
        const user = demo.users.find((one) => one.company === company && one.role === role)
        const session = await signIn(
          { db, throttle: noThrottle, maxSessionsPerUser: 50 },
          { ...user!, audience: 'graphql', address: '192.0.2.1' },
        )
        expect(session.viewer.role).toBe(role)
      }
    }
  })

  it('belong to the two companies', async () => {
    const companies = await db.prisma.company.findMany({ orderBy: { id: 'asc' } })
    expect(companies.map(({ name }) => name)).toEqual(['Harbour Facilities', 'Summit Estates'])
    const harbour = await authenticateApiKey(db, { hash: hashSecret(demo.apiKeys.harbour) })
    const summit = await authenticateApiKey(db, { hash: hashSecret(demo.apiKeys.summit) })
    expect([harbour?.companyId, summit?.companyId]).toEqual(companies.map(({ id }) => id))
  })

  it('form valid pairs: key and token of one company', async () => {
    const session = await signIn(
      { db, throttle: noThrottle, maxSessionsPerUser: 50 },
      { ...demo.users[0]!, audience: 'set_b', address: '192.0.2.1' },
    )
    const sessionOf = (apiKey: string) =>
      authenticate(db, {
        tokenHash: hashSecret(session.accessToken),
        apiKeyHash: hashSecret(apiKey),
        audiences: ['set_b'],
      })
    expect(await sessionOf(demo.apiKeys.harbour)).toBeDefined()
    expect(await sessionOf(demo.apiKeys.summit)).toBeUndefined()
  })

  it('the OAuth client can authenticate', async () => {
    expect(demo.oauthClient).toEqual({ id: 'demo-client', secret: 'demo-secret' })
    const attempt = { ...demo.oauthClient, address: '192.0.2.1' }
    expect(await authenticateOauthClient({ db, throttle: noThrottle }, attempt)).toBe(true)
  })
})

describe('the data', () => {
  it('has assets and jobs in every state, and both failing and other sites', async () => {
    const { rows } = await db.pool.query(`
      select c.name,
        (select count(distinct status)::int from job where company_id = c.id) as job_states,
        (select count(*)::int from asset where company_id = c.id and decommissioned_at is not null) > 0 as decommissioned,
        (select count(*)::int from asset where company_id = c.id and decommissioned_at is null and defective) > 0 as defective,
        (select count(*)::int from asset where company_id = c.id and decommissioned_at is null and not defective
           and coalesce(due_basis, last_inspection, created_at) < now() - interval '185 days'
           and type_id in (select id from asset_type where inspection_interval_months = 6 or inspection_interval_months = 3)) > 0 as overdue,
        (select array_agg(distinct s.failure_threshold <= (
           select count(*) from asset a join zone z on z.id = a.zone_id
           where z.site_id = s.id and a.defective and a.decommissioned_at is null)) from site s where s.company_id = c.id) as failing
      from company c order by c.id`)
    const shown = { job_states: 5, decommissioned: true, defective: true, overdue: true }
    expect(rows).toEqual([
      { name: 'Harbour Facilities', ...shown, failing: [false, true] },
      { name: 'Summit Estates', ...shown, failing: [false, true] },
    ])
  })

  it.each([
    [
      'an asset has the outcome and the time of its last inspection',
      `select a.id from asset a join asset_type t on t.id = a.type_id
       left join lateral (
         select * from inspection i where i.asset_id = a.id order by inspected_at desc limit 1
       ) last on true
       where a.last_inspection is distinct from last.inspected_at
          or a.defective is distinct from coalesce(last.outcome = 'failed', false)
          or a.due_basis is distinct from last.due_basis`,
    ],
    [
      'inspections of assets whose type has a fixed schedule met a due date, and no others',
      `select i.id from inspection i join asset a on a.id = i.asset_id join asset_type t on t.id = a.type_id
       where (i.due_basis is null) = (t.inspection_schedule = 'fixed')`,
    ],
    [
      'inspections are between creation and decommissioning of the asset',
      `select i.id from inspection i join asset a on a.id = i.asset_id
       where i.inspected_at < a.created_at or i.inspected_at >= a.decommissioned_at`,
    ],
    [
      'an inspection of a job is by its technician, at its site, in its zones, and between its start and its end',
      `select i.id from inspection i join job j on j.id = i.job_id
       join asset a on a.id = i.asset_id join zone z on z.id = a.zone_id
       where i.inspector_id <> j.technician_id or z.site_id <> j.site_id or i.inspected_at < j.started_at
          or i.inspected_at > j.completed_at or j.status in ('scheduled', 'cancelled')
          or (exists (select from job_zone where job_id = j.id)
              and not exists (select from job_zone where job_id = j.id and zone_id = z.id))`,
    ],
    [
      'an inspection passes if its score reaches the pass percentage of the job type, unless a critical answer fails',
      `select i.id from inspection i join job j on j.id = i.job_id join job_type t on t.id = j.type_id
       where (i.score >= t.pass_percentage) is distinct from (i.outcome = 'passed')
         and not exists (
           select from checklist_version v, jsonb_array_elements(v.sections) s, jsonb_array_elements(s -> 'questions') q
           where v.id = i.checklist_version_id and (q ->> 'critical')::boolean and i.outcome = 'failed'
             and (i.answer_data -> (q ->> 'questionId') ->> 'fails')::boolean)`,
    ],
    [
      'a finding of a question follows from a failing answer, and one that an inspection resolved from its passing answer',
      `select f.id from finding f
       left join inspection i on i.company_id = f.company_id and i.id = f.inspection_id
       left join inspection r on r.company_id = f.company_id and r.id = f.resolved_by_inspection_id
       where f.question_id is not null and (
         (i.answer_data -> f.question_id::text ->> 'fails')::boolean is not true or i.asset_id <> f.asset_id or i.inspected_at <> f.opened_at
         or f.resolved_by_inspection_id is not null and ((r.answer_data -> f.question_id::text ->> 'fails')::boolean is not false
           or r.asset_id <> f.asset_id or r.inspected_at <= f.opened_at or r.inspected_at <> f.resolved_at))`,
    ],
    [
      'no later inspection answers the question of an open finding with a pass, and no earlier one does so before its resolution',
      `select f.id from finding f
       join inspection i on i.company_id = f.company_id and i.asset_id = f.asset_id
         and i.inspected_at > f.opened_at and i.inspected_at < coalesce(f.resolved_at, now())
       where (i.answer_data -> f.question_id::text ->> 'fails')::boolean is false
         and coalesce(i.answer_data -> f.question_id::text ->> 'value', i.answer_data -> f.question_id::text ->> 'values') is not null`,
    ],
    [
      'each failing answer to a question that opens findings has a finding that was open then or opened by it',
      `select i.id from inspection i
       join checklist_version v on v.company_id = i.company_id and v.id = i.checklist_version_id,
         jsonb_array_elements(v.sections) s, jsonb_array_elements(s -> 'questions') q
       where q ->> 'opensFinding' is not null and (i.answer_data -> (q ->> 'questionId') ->> 'fails')::boolean
         and not exists (
           select from finding f where f.company_id = i.company_id and f.asset_id = i.asset_id
             and f.question_id = (q ->> 'questionId')::uuid and f.opened_at <= i.inspected_at
             and coalesce(f.resolved_at, now()) > i.inspected_at)`,
    ],
    [
      'inspections are of the past year',
      `select id from inspection where inspected_at > now() or inspected_at < now() - interval '370 days'`,
    ],
    [
      'a job’s times fit its status',
      `select id from job where case status
         when 'scheduled' then num_nonnulls(started_at, completed_at, cancelled_at, closed_by_id) > 0 or worked_seconds > 0
         when 'in_progress' then started_at is null or num_nonnulls(completed_at, cancelled_at, closed_by_id) > 0 or working_since < started_at
         when 'paused' then started_at is null or num_nonnulls(completed_at, cancelled_at, closed_by_id) > 0 or worked_seconds = 0
         when 'completed' then num_nulls(started_at, completed_at, closed_by_id) > 0 or cancelled_at is not null or completed_at <= started_at
         when 'cancelled' then num_nulls(cancelled_at, closed_by_id) > 0 or completed_at is not null or cancelled_at < created_at
       end`,
    ],
    [
      'no worked time is longer than the time since the start',
      `select id from job where worked_seconds > extract(epoch from
         coalesce(completed_at, working_since, now()) - started_at)`,
    ],
    [
      'a job starts and is updated after its creation',
      `select id from job where created_at > scheduled_start and status <> 'scheduled'
         or started_at < created_at or updated_at < created_at or updated_at > now()`,
    ],
    [
      'a completed job that requires a signature has one',
      `select id from job where (signature_name is not null) <> (status = 'completed' and requires_signature)`,
    ],
    [
      'a job’s technician has that role, and is active unless the job is completed',
      `select j.id from job j join app_user u on u.id = j.technician_id
       join membership m on m.user_id = u.id
       where m.role <> 'technician' or (not u.active and j.status <> 'completed')`,
    ],
    [
      'a job’s zones are of its site',
      `select job_id from job_zone x join job j on j.id = x.job_id join zone z on z.id = x.zone_id
       where z.site_id <> j.site_id`,
    ],
    [
      'job numbers have no gaps, and the counter is the last one',
      `select c.id from company c join job j on j.company_id = c.id group by c.id
       having count(*) <> c.job_number or max(j.number) <> c.job_number or min(j.number) <> 1`,
    ],
    [
      'job numbers follow the order of creation',
      `select id from (select id, created_at, lag(created_at) over (partition by company_id order by number) as before
         from job) x where before > created_at`,
    ],
    [
      'asset codes have the service’s format, and do not exceed the counter',
      `select a.id from asset a join asset_type t on t.id = a.type_id join company c on c.id = a.company_id
       where a.code !~ ('^' || t.short_code || '-[0-9]{5,}$')
          or split_part(a.code, '-', 2)::int > c.asset_code_number`,
    ],
    [
      'barcodes have the service’s format, or the company’s format of external ones',
      `select b.id from barcode b join company c on c.id = b.company_id
       where case when prefix is null then b.data !~ ('^(?:' || coalesce(c.barcode_format, '.*') || ')$')
         else b.data !~ '^BC[0-9]{8}$' or substr(b.data, 3)::int > c.barcode_number end`,
    ],
    [
      'each asset has a barcode',
      `select a.id from asset a left join barcode b on b.asset_id = a.id where b.id is null`,
    ],
    [
      'the primary user is an admin',
      `select c.id from company c left join membership m on m.user_id = c.primary_user_id and m.role = 'admin'
       where m.user_id is null`,
    ],
    [
      'each user has a role and a profile',
      `select u.id from app_user u left join membership m on m.user_id = u.id left join profile p on p.user_id = u.id
       where m.user_id is null or p.id is null`,
    ],
    [
      'a site’s manager is an active user',
      `select s.id from site s join app_user u on u.id = s.manager_id where not u.active`,
    ],
    [
      'zone names are unique in a site',
      `select site_id from zone group by site_id, name having count(*) > 1`,
    ],
    [
      'a record is created after the record that it belongs to',
      `select a.id from asset a join zone z on z.id = a.zone_id join site s on s.id = z.site_id join client c on c.id = s.client_id
       where a.created_at < z.created_at or z.created_at < s.created_at or s.created_at < c.created_at`,
    ],
    [
      'a document has the size of its content',
      `select id from document where size <> length(content) or size = 0`,
    ],
    [
      'no secret is stored in plain text',
      `select id from api_key where encode(hash, 'escape') like '%fis_%' or length(hash) <> 32
       union all select id from app_user where password_hash not like '$argon2id$%'
       union all select 0 from oauth_client where length(secret_hash) <> 32`,
    ],
  ])('%s', async (_rule, sql) => {
    expect(await breaches(sql)).toEqual([])
  })

  it('advances the id sequences beyond its ids', async () => {
    const asset = await db.prisma.asset.aggregate({ _max: { id: true } })
    const { rows } = await db.pool.query<{ next: number }>(
      `select nextval(pg_get_serial_sequence('asset', 'id'))::int as next`,
    )
    expect(rows[0]?.next).toBeGreaterThan(asset._max.id ?? 0)
  })
})
