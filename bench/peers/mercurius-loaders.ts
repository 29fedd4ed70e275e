import { company } from './environment.js'
import { CHECKS } from '../queries/q5-statement.js'
import {
  ASSET,
  type Loader,
  SITE,
  USER,
  ZONE,
  manyLoader,
  oneLoader,
  read,
  valueLoader,
} from './mercurius-tables.js'

const companyLoader: Loader = async (queries) => {
  const rows = await read('company', 'select name from company where id = $1', [company])
  return queries.map(() => rows[0])
}

const LIVE = 'company_id = $1 and deleted_at is null'
const COUNTED_TABLES = {
  assets: 'asset',
  jobs: 'job',
  checklists: 'checklist',
  sites: 'site',
  clients: 'client',
  users: 'app_user',
}

const statsLoader: Loader = async (queries) => {
  const counts = Object.entries(COUNTED_TABLES).map(
    ([name, table]) => `(select count(*)::int from ${table} where ${LIVE}) as ${name}`,
  )
  const rows = await read(
    'stats',
    `select ${counts.join(', ')}, ${CHECKS} as checks,
       (select coalesce(sum(size), 0)::float8 from document where ${LIVE}) as "totalStorage"`,
    [company],
  )
  return queries.map(() => rows[0])
}

export const loaders = {
  Viewer: { user: oneLoader('app_user', USER, 'key'), company: companyLoader },
  Company: { stats: statsLoader },
  Site: {
    client: oneLoader('client', 'uuid as id, legal_name as "legalName"', 'clientKey'),
    zones: manyLoader('zone', ZONE, 'site_id'),
    zonesCount: valueLoader(
      'zones',
      'select count(*)::int from zone where company_id = $1 and site_id = k.id and deleted_at is null',
    ),
    assetsCount: valueLoader(
      'assets',
      `select count(*)::int from zone z
       join asset a on a.company_id = $1 and a.zone_id = z.id and a.deleted_at is null
       where z.company_id = $1 and z.site_id = k.id`,
    ),
    openJobsCount: valueLoader(
      'jobs',
      `select count(*)::int from job where company_id = $1 and site_id = k.id
         and status in ('scheduled', 'in_progress', 'paused') and deleted_at is null`,
    ),
  },
  Zone: {
    site: oneLoader('site', SITE, 'siteKey'),
    assets: manyLoader('asset', ASSET, 'zone_id'),
  },
  Asset: {
    type: oneLoader('asset_type', 'uuid as id, name', 'typeKey'),
    risk: oneLoader('risk', 'upper(level) as level, value', 'riskKey', { hasCompany: false }),
    barcode: oneLoader('barcode', 'data', 'key', { key: 'asset_id' }),
    zone: oneLoader('zone', ZONE, 'zoneKey'),
    customFieldValues: valueLoader(
      'custom-field-values',
      `select coalesce(json_agg(json_build_object('label', f ->> 'label', 'value', a.meta_data ->> (f ->> 'fieldId')) order by n), '[]')
       from asset a join asset_type t on t.company_id = $1 and t.id = a.type_id,
         jsonb_array_elements(t.custom_fields) with ordinality fields (f, n)
       where a.company_id = $1 and a.id = k.id and a.meta_data ? (f ->> 'fieldId')`,
    ),
  },
  Job: {
    site: oneLoader('site', SITE, 'siteKey'),
    technician: oneLoader('app_user', USER, 'technicianKey'),
    type: oneLoader('job_type', 'uuid as id, description as name', 'typeKey'),
  },
}
