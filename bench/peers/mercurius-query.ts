import { company, user } from './environment.js'
import { ASSET, JOB, type Row, SITE, read } from './mercurius-tables.js'

interface Arguments {
  id?: string
  first?: number
  offset?: number
  filter?: {
    failing?: boolean
    overdue?: boolean
    zoneIds?: string[]
    statuses?: string[]
    scheduledStart?: { from: string }
  }
}
interface Page {
  nodes: Row[]
  totalCount?: unknown
}

const OVERDUE =
  'company_id = $1 and next_inspection < now() and decommissioned_at is null and deleted_at is null'

export const Query = {
  viewer: async (): Promise<Row | undefined> => {
    const [row] = await read(
      'viewer',
      `select upper(role::text) as role, user_id as key from membership where company_id = $1 and user_id = $2`,
      [company, user],
    )
    return row
  },
  site: async (_: unknown, { id }: Arguments): Promise<Row | undefined> => {
    const [row] = await read(
      'site',
      `select ${SITE} from site where company_id = $1 and uuid = $2 and deleted_at is null`,
      [company, id],
    )
    return row
  },
  sites: async (_: unknown, { first = 20, offset = 0, filter }: Arguments): Promise<Page> => ({
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
  assets: async (_: unknown, { first = 20, filter }: Arguments): Promise<Page> => {
    if (filter?.overdue) {
      const [nodes, counts] = await Promise.all([
        read(
          'overdue',
          `select ${ASSET} from asset where ${OVERDUE} order by next_inspection, asset.id limit $2`,
          [company, first],
        ),
        read('overdue-count', `select count(*)::int from asset where ${OVERDUE}`, [company]),
      ])
      return { nodes, totalCount: counts[0]?.count }
    }
    const nodes = await read(
      'assets',
      `select ${ASSET} from asset where company_id = $1 and deleted_at is null
         and zone_id in (select id from zone where company_id = $1 and uuid = any($2::uuid[])) order by asset.id limit $3`,
      [company, filter?.zoneIds, first],
    )
    return { nodes }
  },
  jobs: async (_: unknown, { first = 20, filter }: Arguments): Promise<Page> => {
    const statuses = filter?.statuses?.map((status) => status.toLowerCase())
    const nodes = filter
      ? await read(
          'upcoming',
          `select ${JOB} from job where company_id = $1 and status = any($2::job_status[])
             and scheduled_start >= $3 and deleted_at is null order by scheduled_start, job.id limit $4`,
          [company, statuses, filter.scheduledStart?.from, first],
        )
      : await read(
          'jobs',
          `select ${JOB} from job where company_id = $1 and deleted_at is null order by job.id limit $2`,
          [company, first],
        )
    return { nodes }
  },
}
