import type { QueryConfig } from 'pg'
import { companyNamedBy, hashSecret } from '../../../src/domain/credential/secret.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { connectSource } from '../../../src/db/connect.js'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { authenticate } from '../../../src/domain/credential/authenticate.js'
import { createJob } from '../../../src/domain/job/create-job.js'
import { createJobs } from '../../../src/domain/job/create-jobs.js'
import { updateJob } from '../../../src/domain/job/update-job.js'
import { updateJobs } from '../../../src/domain/job/update-jobs.js'
import { updateSite } from '../../../src/domain/site/update-site.js'
import { newCompany, newJob, type TestCompany } from '../../support/builders.js'
import { newRecords } from '../../support/populated-company.js'
import { PATIENT } from '../../support/patient-settings.js'
import { createServerDatabase } from '../../support/server-database.js'
import { newSession } from '../../support/sessions.js'
import { silentLog } from '../../support/silent-log.js'
import { sentBy } from '../../support/statements.js'
import { explain, nodesOf, ONLY_PLANNED, PLANNED, type PlanNode } from './explain.js'
import { lockStatementOf } from './lock-statement.js'
import { server } from './planned-service.js'
import { type TestDatabase, withOwnStatements } from '../../support/own-statements.js'

/** Tables that have many rows of one company here. */
const TABLES = ['app_user', 'membership', 'session', 'access_token', 'site', 'zone', 'job_type']

/** The columns of a key. A plan that compares only others with an index reads all records of the company. */
const KEY = /\b(id|uuid|user_id|hash|session_id)\b/

const MANY = 3000

/** Whether a node reads a table. The node of a bitmap names only the index. */
const reads = (node: PlanNode, table: string) =>
  node['Relation Name'] === table ||
  (node['Node Type'] === 'Bitmap Index Scan' && node['Index Name']?.startsWith(`${table}_`))

/** Whether a node looks for none of no ids. It reads any index, because an impossible condition implies that of a partial index. */
const findsNothing = (node: PlanNode) => /= ANY \('\{\}'/.test(node.Filter ?? '')

describe.skipIf(!server)('records are looked up by key', () => {
  let db: TestDatabase
  let company: TestCompany
  let records: Awaited<ReturnType<typeof newRecords>>
  beforeAll(async () => {
    const source = await createServerDatabase(server ?? '')
    db = withOwnStatements(connectSource(source, readConfig(PATIENT), silentLog))
    for (const table of TABLES) {
      await db.pool.query(`alter table ${table} set (autovacuum_enabled = false)`)
    }
    company = await newCompany(db)
    records = await newRecords(company)
    await fill(db, largeCompany, [company.companyId, company.users.admin.id])
  })
  afterAll(() => db.close())

  const requests: [name: string, send: () => Promise<unknown>][] = [
    [
      'authentication',
      async () => {
        const { accessToken } = await newSession(company.admin, 'set_b')
        const { key } = await createApiKey(company.admin, { name: 'keys' })
        return authenticate(db, {
          tokenHash: hashSecret(accessToken),
          companyId: companyNamedBy(accessToken),
          apiKeyHash: hashSecret(key),
          audiences: ['set_b'],
        })
      },
    ],
    [
      'createJob by integer ids',
      () =>
        createJob(company.admin, {
          siteId: records.site.id,
          jobTypeId: records.jobType.id,
          technicianId: company.users.technician.id,
          scheduledStart: new Date('2030-01-01T08:00:00Z'),
          scheduledEnd: new Date('2030-01-01T09:00:00Z'),
        }),
    ],
    [
      'createJob by UUIDs',
      () =>
        createJob(company.admin, {
          siteId: records.site.uuid,
          jobTypeId: records.jobType.uuid,
          technicianId: company.users.technician.uuid,
          scheduledStart: new Date('2030-01-01T08:00:00Z'),
          scheduledEnd: new Date('2030-01-01T09:00:00Z'),
        }),
    ],
    [
      'updateJob',
      () =>
        updateJob(company.admin, {
          id: records.job.uuid,
          technicianId: company.users.technician.uuid,
        }),
    ],
    [
      'createJob with a zone and local times',
      () =>
        createJob(company.admin, {
          siteId: records.site.uuid,
          jobTypeId: records.jobType.uuid,
          technicianId: company.users.technician.uuid,
          zoneIds: [records.zone.uuid],
          scheduledStartLocal: '2030-01-01T08:00',
          scheduledEndLocal: '2030-01-01T09:00',
        }),
    ],
    [
      'updateSite',
      () =>
        updateSite(company.admin, {
          id: records.site.uuid,
          clientId: records.client.uuid,
          managerId: company.users.admin.uuid,
        }),
    ],
  ]

  /** Without statistics, these may read all records of the company, once for all rows. */
  const bulk: typeof requests = [
    ...(['integer ids', 'UUIDs'] as const).map((keys): [string, () => Promise<unknown>] => [
      `createJobs with zones and local times by ${keys}`,
      () => {
        const keyOf = (record: { id: number; uuid: string }) =>
          keys === 'UUIDs' ? record.uuid : record.id
        const row = {
          siteId: keyOf(records.site),
          jobTypeId: keyOf(records.jobType),
          technicianId: keyOf(company.users.technician),
          zoneIds: [keyOf(records.zone)],
          scheduledStartLocal: '2030-01-01T08:00',
          scheduledEndLocal: '2030-01-01T09:00',
        }
        return createJobs(company.admin, { rows: [row, row] })
      },
    ]),
    [
      'updateJobs with zones and local times',
      async () => {
        const row = {
          technicianId: company.users.technician.uuid,
          zoneIds: [records.zone.uuid],
          scheduledEndLocal: '2040-01-01T09:00',
        }
        const { siteId } = records.job
        const other = await newJob(company, { siteId })
        const ids = [records.job.uuid, other.uuid]
        return updateJobs(company.admin, { rows: ids.map((id) => ({ id, ...row })) })
      },
    ],
  ]

  const readsOf = async (send: () => Promise<unknown>) => {
    const sent = await sentBy(db.pool, send)
    const locks = await Promise.all(sent.map((statement) => lockStatementOf(db.pool, statement)))
    const statements = [
      ...sent.filter(({ text }) => /^\s*(select|with)\b[^;]*\bfrom\b/i.test(text)),
      ...locks.filter((lock) => lock !== undefined),
    ]
    expect(statements).not.toEqual([])
    return (await Promise.all(statements.map(readsBesideKeys))).flat()
  }

  const states: [name: string, reach: () => Promise<unknown>, sent: typeof requests][] = [
    ['of a company alone, without statistics', () => Promise.resolve(), requests],
    ['beside other companies, without statistics', () => fill(db, smallCompanies), requests],
    [
      'beside other companies, with statistics',
      () => db.pool.query('analyze'),
      [...requests, ...bulk],
    ],
  ]

  describe.each(states)('%s', (_, reach, sent) => {
    beforeAll(async () => {
      await reach()
    })

    it.each(sent)('in %s', async (_, send) => {
      expect(await readsOf(send)).toEqual([])
    })
  })

  /** The scans of a statement's plans that read a table otherwise than by a key. */
  async function readsBesideKeys(statement: QueryConfig): Promise<string[]> {
    const plans = PLANNED.map((planned) => explain(db.pool, statement, planned, ONLY_PLANNED))
    return (await Promise.all(plans))
      .flatMap(({ Plan }) => nodesOf(Plan))
      .filter(
        (node) =>
          TABLES.some((table) => reads(node, table)) &&
          node['Node Type'] !== 'ModifyTable' &&
          node['Node Type'] !== 'Bitmap Heap Scan' &&
          !KEY.test(node['Index Cond'] ?? '') &&
          !findsNothing(node),
      )
      .map(
        (node) =>
          `${node['Node Type']} of ${node['Relation Name'] ?? node['Index Name'] ?? ''} by ${node['Index Cond'] ?? 'nothing'} in ${statement.text}`,
      )
  }
})

const rows = `generate_series(1, ${MANY}) i`
const few = 'generate_series(1, 30) i'

/** Statements that add many records to the company $1 of the user $2. */
const largeCompany = [
  `insert into app_user (company_id, uuid, first_name, last_name, email, password_hash)
     select $1, gen_random_uuid(), 'Robin', 'Person ' || i, 'person' || i || '@keys.example', '' from ${rows}`,
  `insert into membership (company_id, user_id, role)
     select u.company_id, u.id, 'technician' from app_user u where u.company_id = $1
       and not exists (select from membership m where m.company_id = $1 and m.user_id = u.id)`,
  `insert into session (id, company_id, user_id, audience)
     select gen_random_uuid(), $1, $2, 'set_b' from ${rows}`,
  `insert into access_token (hash, company_id, session_id, expires_at)
     select sha256(s.id::text::bytea), $1, s.id, now() + interval '1 day' from session s where s.company_id = $1`,
  `insert into site (company_id, uuid, name, client_id, user_id)
     select $1, gen_random_uuid(), 'Site ' || i, (select min(id) from client where company_id = $1), $2 from ${rows}`,
  `insert into zone (company_id, uuid, name, site_id, type_id, user_id)
     select $1, gen_random_uuid(), 'Zone ' || i, (select min(id) from site where company_id = $1),
       (select min(id) from zone_type where company_id = $1), $2 from ${rows}`,
  `insert into job_type (company_id, uuid, description)
     select $1, gen_random_uuid(), 'Job type ' || i from ${rows}`,
]

/** PostgreSQL then estimates few records for any company, so that it may prefer to read all of them. */
const smallCompanies = [
  `with company as (
       insert into company (uuid, name) select gen_random_uuid(), 'Small ' || i from generate_series(1, 100) i returning id
     ), app_user as (
       insert into app_user (company_id, uuid, first_name, last_name, email, password_hash)
       select id, gen_random_uuid(), 'Ada', 'Small', 'small' || i || '@keys.example', '' from company, ${few}
       returning company_id, id
     ), membership as (
       insert into membership (company_id, user_id, role) select company_id, id, 'admin' from app_user
     ), client as (
       insert into client (company_id, uuid, legal_name, user_id)
       select company_id, gen_random_uuid(), 'Small', min(id) from app_user group by company_id
       returning company_id, id, user_id
     ), site as (
       insert into site (company_id, uuid, name, client_id, user_id)
       select company_id, gen_random_uuid(), 'Small', id, user_id from client, ${few} returning company_id, id, user_id
     ), zone_type as (
       insert into zone_type (company_id, uuid, description)
       select id, gen_random_uuid(), 'Small' from company returning company_id, id
     ), zone as (
       insert into zone (company_id, uuid, name, site_id, type_id, user_id)
       select s.company_id, gen_random_uuid(), 'Small', s.id, t.id, s.user_id
       from site s join zone_type t on t.company_id = s.company_id
     )
     insert into job_type (company_id, uuid, description) select id, gen_random_uuid(), 'Small' from company, ${few}`,
]

async function fill({ pool }: TestDatabase, statements: readonly string[], values: unknown[] = []) {
  for (const text of statements) {
    await pool.query(text, text.includes('$2') ? values : values.slice(0, 1))
  }
}
