import type { ClientBase } from 'pg'
import { customField } from '../../support/builders.js'
import { LARGE, SECOND, SMALL, SMALL_BASE } from './company-sizes.js'

/** The custom fields of the company's first type; a tenth of its assets are of this type. */
export const FIELDS = {
  serial: customField({ label: 'Serial number' }),
  weight: customField({ label: 'Weight', kind: 'NUMBER' }),
  made: customField({ label: 'Made', kind: 'DATE' }),
  wired: customField({ label: 'Wired', kind: 'BOOLEAN' }),
  colour: customField({ label: 'Colour', options: ['Blue', 'Green', 'Red'] }),
}

const { serial, weight, made, wired, colour } = FIELDS

/**
 * Adds assets to the second company, in the shape of the demo: fifteen to a zone, three zones to a site, each asset with its
 * barcode and an inspection. A twentieth of the assets is overdue, and a hundredth was never inspected.
 */
export async function growCompany(client: ClientBase, assets: number): Promise<void> {
  const zones = Math.ceil(assets / 15)
  const sites = Math.ceil(zones / 3)
  const { company } = SECOND
  const firstType = LARGE.types + 1
  // After the ids of all companies of fillManyCompanies.
  const base = SMALL_BASE + SMALL.count * SMALL.assets
  const id = `${base} + i`
  /** `insert into table (columns) select …`, for each row number `i`. */
  const rows = (number: number, table: string, values: Readonly<Record<string, string>>) =>
    `insert into ${table} (company_id, ${Object.keys(values).join(', ')})
     select ${company}, ${Object.values(values).join(', ')} from generate_series(1, ${number}) i order by i`
  const numbered = { id, uuid: 'gen_random_uuid()' }
  const oneOf = (number: number) => `${base} + 1 + i % ${number}`
  /** The interval of the asset's type in hours; types without one have the same times. */
  const interval = `(case (i % ${LARGE.types} + 1) % 3 when 1 then 4380 else 2160 end)`
  const inspectedAt = `now() - ${interval} * (i * 7919.0 % 10007) / 10007 * 1.05 * interval '1 hour'`
  const fields = `jsonb_build_object('${serial.fieldId}', 'SN-' || 1000000 + i, '${weight.fieldId}', trim_scale(i % 100000 / 100.0)::text,
    '${made.fieldId}', to_char(date '2010-01-01' + i % 5000, 'YYYY-MM-DD'),
    '${wired.fieldId}', (i % 20 = 0)::text, '${colour.fieldId}', (array['Blue', 'Green', 'Red'])[1 + i / 10 % 3])`

  await client.query('begin; set local session_replication_role = replica')
  await client.query(
    `update asset_type set custom_fields = $2 where company_id = $1 and id = ${firstType}`,
    [company, JSON.stringify(Object.values(FIELDS))],
  )
  for (const statement of [
    rows(sites, 'site', {
      ...numbered,
      user_id: String(SECOND.user),
      client_id: `${LARGE.clients + 1} + i % ${LARGE.clients}`,
      name: `'Place ' || i`,
    }),
    rows(zones, 'zone', {
      ...numbered,
      user_id: String(SECOND.user),
      site_id: oneOf(sites),
      type_id: `${firstType} + i % ${LARGE.types}`,
      name: `'Hall ' || i`,
    }),
    rows(assets, 'asset', {
      ...numbered,
      user_id: String(SECOND.user),
      zone_id: oneOf(zones),
      type_id: `${firstType} + i % ${LARGE.types}`,
      risk_id: '1 + i / 3 % 4',
      code: `'M-' || i`,
      defective: 'i % 50 = 3',
      last_inspection: `case when i % 100 > 0 then ${inspectedAt} end`,
      created_at: `case when i % 100 > 0 then now() - interval '2 years' - i * interval '1 second' else now() - i % 86400 * interval '1 second' end`,
      meta_data: `case when i % ${LARGE.types} = 0 then ${fields} else '{}' end`,
    }),
    rows(assets, 'barcode', { ...numbered, asset_id: id, data: `'N-' || i` }),
    rows(assets, 'inspection', {
      ...numbered,
      asset_id: id,
      inspector_id: String(SECOND.user),
      outcome: `(case when i % 50 = 3 then 'failed' else 'passed' end)::inspection_outcome`,
      inspected_at: inspectedAt,
    }),
  ])
    await client.query(statement)
  await client.query('commit')
  await client.query('vacuum analyze')
}
