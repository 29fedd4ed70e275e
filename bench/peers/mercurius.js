// Mercurius with graphql-jit, and a loader for each relation over hand-written, prepared SQL.
import Fastify from 'fastify'
import mercurius from 'mercurius'
import pg from 'pg'

const { PORT, DATABASE_URL, POOL, COMPANY, VIEWER } = process.env
const company = Number(COMPANY)
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(POOL),
  // As the service keeps its own: none begins a measurement with new connections.
  idleTimeoutMillis: 600_000,
  options: '-c TimeZone=UTC',
})
const read = async (name, text, values) => (await pool.query({ name, text, values })).rows

const schema = `
  scalar DateTime
  scalar NonNegativeInt
  input Range { from: DateTime }
  enum Direction { ASC DESC }
  enum AssetOrderField { NEXT_INSPECTION }
  enum JobOrderField { SCHEDULED_START }
  enum JobStatus { SCHEDULED IN_PROGRESS PAUSED COMPLETED CANCELLED }
  input AssetOrder { field: AssetOrderField!, direction: Direction = ASC }
  input JobOrder { field: JobOrderField!, direction: Direction = ASC }
  input SiteFilter { failing: Boolean }
  input AssetFilter { zoneIds: [ID!], overdue: Boolean }
  input JobFilter { statuses: [JobStatus!], scheduledStart: Range }
  type Query {
    viewer: Viewer!
    site(id: ID!): Site
    sites(first: NonNegativeInt, offset: NonNegativeInt, filter: SiteFilter): SiteConnection!
    assets(first: NonNegativeInt, filter: AssetFilter, orderBy: [AssetOrder!]): AssetConnection!
    jobs(first: NonNegativeInt, filter: JobFilter, orderBy: [JobOrder!]): JobConnection!
  }
  type Viewer { role: String! user: User! company: Company! }
  type Company { name: String! stats: Stats! }
  type Stats { assets: Int! jobs: Int! checklists: Int! checks: Int! sites: Int! clients: Int! users: Int! totalStorage: Float! }
  type SiteConnection { nodes: [Site!]! }
  type ZoneConnection { nodes: [Zone!]! }
  type AssetConnection { totalCount: Int! nodes: [Asset!]! }
  type JobConnection { nodes: [Job!]! }
  type Client { id: ID! legalName: String! }
  type Site {
    id: ID! name: String! legalName: String failureThreshold: Int! createdAt: DateTime!
    zonesCount: Int! assetsCount: Int! openJobsCount: Int!
    client: Client! zones(first: NonNegativeInt): ZoneConnection!
  }
  type Zone { id: ID! name: String! site: Site! assets(first: NonNegativeInt): AssetConnection! }
  type AssetType { id: ID! name: String! }
  type Risk { level: String! value: Int! }
  type Barcode { data: String! }
  type Asset {
    id: ID! code: String! defective: Boolean! nextInspection: DateTime
    type: AssetType! risk: Risk barcode: Barcode zone: Zone!
  }
  type User { id: ID! firstName: String! lastName: String! fullName: String! email: String! }
  type JobType { id: ID! description: String! }
  type Job {
    id: ID! number: Int! status: JobStatus! reference: String scheduledStart: DateTime! scheduledEnd: DateTime!
    site: Site! technician: User! type: JobType!
  }
`

const SITE = `id as key, uuid as id, name, legal_name as "legalName", failure_threshold as "failureThreshold",
  created_at as "createdAt", client_id as "clientKey"`
const ZONE = `id as key, uuid as id, name, site_id as "siteKey"`
const ASSET = `id as key, uuid as id, code, defective, next_inspection as "nextInspection",
  type_id as "typeKey", risk_id as "riskKey", zone_id as "zoneKey"`
const JOB = `id as key, uuid as id, number, upper(status::text) as status, reference, scheduled_start as "scheduledStart",
  scheduled_end as "scheduledEnd", site_id as "siteKey", technician_id as "technicianKey", type_id as "typeKey"`
const USER = `id as key, uuid as id, first_name as "firstName", last_name as "lastName",
  first_name || ' ' || last_name as "fullName", email`

const OVERDUE =
  'company_id = $1 and next_inspection < now() and decommissioned_at is null and deleted_at is null'

const Query = {
  viewer: async () => {
    const [row] = await read(
      'viewer',
      `select upper(role::text) as role, user_id as key from membership where company_id = $1 and user_id = $2`,
      [company, Number(VIEWER)],
    )
    return row
  },
  site: async (_, { id }) =>
    (
      await read(
        'site',
        `select ${SITE} from site where company_id = $1 and uuid = $2 and deleted_at is null`,
        [company, id],
      )
    )[0],
  sites: async (_, { first = 20, offset = 0, filter }) => ({
    nodes: filter?.failing
      ? await read(
          'failing',
          `select ${SITE} from site s where company_id = $1 and deleted_at is null and failure_threshold <= (
             select count(*) from zone z join asset a on a.company_id = $1 and a.zone_id = z.id
             where z.company_id = $1 and z.site_id = s.id and a.defective and a.decommissioned_at is null and a.deleted_at is null)
           order by s.id limit $2`,
          [company, first],
        )
      : await read(
          'sites',
          `select ${SITE} from site where company_id = $1 and deleted_at is null order by site.id limit $2 offset $3`,
          [company, first, offset],
        ),
  }),
  assets: async (_, { first = 20, filter }) => {
    if (filter.overdue) {
      const [nodes, [{ count }]] = await Promise.all([
        read(
          'overdue',
          `select ${ASSET} from asset where ${OVERDUE} order by next_inspection, asset.id limit $2`,
          [company, first],
        ),
        read('overdue-count', `select count(*)::int from asset where ${OVERDUE}`, [company]),
      ])
      return { nodes, totalCount: count }
    }
    return {
      nodes: await read(
        'assets',
        `select ${ASSET} from asset where company_id = $1 and deleted_at is null
           and zone_id in (select id from zone where company_id = $1 and uuid = any($2::uuid[])) order by asset.id limit $3`,
        [company, filter.zoneIds, first],
      ),
    }
  },
  jobs: async (_, { first = 20, filter }) => ({
    nodes: filter
      ? await read(
          'upcoming',
          `select ${JOB} from job where company_id = $1 and status = any($2::job_status[])
             and scheduled_start >= $3 and deleted_at is null order by scheduled_start, job.id limit $4`,
          [
            company,
            filter.statuses.map((status) => status.toLowerCase()),
            filter.scheduledStart.from,
            first,
          ],
        )
      : await read(
          'jobs',
          `select ${JOB} from job where company_id = $1 and deleted_at is null order by job.id limit $2`,
          [company, first],
        ),
  }),
}

/** A loader for a relation to one record: whose key each parent holds in `from`. */
const one =
  (table, columns, from, { key = 'id', tenant = true } = {}) =>
  async (queries) => {
    const keys = [...new Set(queries.map(({ obj }) => obj[from]))]
    const rows = await read(
      `one-${table}-${key}`,
      `select ${columns}, ${key} as key from ${table} where ${tenant ? 'company_id = $1' : '$1::int > 0'} and ${key} = any($2::int[])`,
      [company, keys],
    )
    const byKey = new Map(rows.map((row) => [row.key, row]))
    return queries.map(({ obj }) => byKey.get(obj[from]) ?? null)
  }

/** A loader for a relation to many: the first of each parent's children. All queries of a batch ask for as many. */
const many = (table, columns, parent) => async (queries) => {
  const rows = await read(
    `many-${table}`,
    `select k.id as parent, x.* from unnest($2::int[]) k (id) cross join lateral (
       select ${columns} from ${table} where company_id = $1 and ${parent} = k.id and deleted_at is null order by ${table}.id limit $3) x`,
    [company, queries.map(({ obj }) => obj.key), queries[0].params.first],
  )
  const pages = new Map(queries.map(({ obj }) => [obj.key, []]))
  for (const row of rows) pages.get(row.parent).push(row)
  return queries.map(({ obj }) => ({ nodes: pages.get(obj.key) }))
}

const counts = (name, count) => async (queries) => {
  const rows = await read(
    `count-${name}`,
    `select k.id, (${count}) as count from unnest($2::int[]) k (id)`,
    [company, queries.map(({ obj }) => obj.key)],
  )
  const byKey = new Map(rows.map((row) => [row.id, Number(row.count)]))
  return queries.map(({ obj }) => byKey.get(obj.key))
}

const company$ = async (queries) => {
  const rows = await read('company', 'select name from company where id = $1', [company])
  return queries.map(() => rows[0])
}

const stats = async (queries) => {
  const live = 'company_id = $1 and deleted_at is null'
  const tables = {
    assets: 'asset',
    jobs: 'job',
    checklists: 'checklist',
    sites: 'site',
    clients: 'client',
    users: 'app_user',
  }
  const selects = Object.entries(tables).map(
    ([name, table]) => `(select count(*)::int from ${table} where ${live}) as ${name}`,
  )
  const rows = await read(
    'stats',
    `select ${selects.join(', ')}, (select count(*)::int from checklist_check where company_id = $1) as checks,
       (select coalesce(sum(size), 0)::float8 from document where ${live}) as "totalStorage"`,
    [company],
  )
  return queries.map(() => rows[0])
}

const loaders = {
  Viewer: { user: one('app_user', USER, 'key'), company: company$ },
  Company: { stats },
  Site: {
    client: one('client', 'uuid as id, legal_name as "legalName"', 'clientKey'),
    zones: many('zone', ZONE, 'site_id'),
    zonesCount: counts(
      'zones',
      'select count(*) from zone where company_id = $1 and site_id = k.id and deleted_at is null',
    ),
    assetsCount: counts(
      'assets',
      'select count(*) from zone z join asset a on a.company_id = $1 and a.zone_id = z.id and a.deleted_at is null where z.company_id = $1 and z.site_id = k.id',
    ),
    openJobsCount: counts(
      'jobs',
      `select count(*) from job where company_id = $1 and site_id = k.id and status in ('scheduled', 'in_progress', 'paused') and deleted_at is null`,
    ),
  },
  Zone: { site: one('site', SITE, 'siteKey'), assets: many('asset', ASSET, 'zone_id') },
  Asset: {
    type: one('asset_type', 'uuid as id, name', 'typeKey'),
    risk: one('risk', 'upper(level) as level, value', 'riskKey', { tenant: false }),
    barcode: one('barcode', 'data', 'key', { key: 'asset_id' }),
    zone: one('zone', ZONE, 'zoneKey'),
  },
  Job: {
    site: one('site', SITE, 'siteKey'),
    technician: one('app_user', USER, 'technicianKey'),
    type: one('job_type', 'uuid as id, description', 'typeKey'),
  },
}

const app = Fastify()
app.register(mercurius, { schema, resolvers: { Query }, loaders, jit: 1, graphiql: false })
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
