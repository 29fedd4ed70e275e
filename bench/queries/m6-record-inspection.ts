import type { GraphQLQuery } from './query.js'

export const M6: GraphQLQuery = {
  title: 'recordInspection, with its asset in the payload',
  service: `mutation M6($asset: ID!) {
    recordInspection(input: { assetId: $asset, outcome: PASSED, note: "No defects." }) {
      inspection { id outcome asset { code } } userErrors { code } } }`,
  statement: {
    name: 'M6',
    values: ({ company, user, asset }) => [company, user, asset],
    text: `
with inspected as (
  select a.id, a.code, now() + t.inspection_interval_days * interval '1 day' as next
  from asset a join asset_type t on t.company_id = $1 and t.id = a.type_id
  where a.company_id = $1 and a.uuid = $3 and a.deleted_at is null and a.decommissioned_at is null
  for no key update of a
), created as (
  insert into inspection (uuid, company_id, inspector_id, asset_id, outcome, note, inspected_at)
  select gen_random_uuid(), $1, $2, id, 'passed', 'No defects.', now() from inspected
  returning uuid, outcome
), updated as (
  update asset set last_inspection = now(), defective = false, next_inspection = inspected.next, updated_at = now()
  from inspected where asset.company_id = $1 and asset.id = inspected.id
)
select json_build_object('data', json_build_object('recordInspection', json_build_object(
  'inspection', json_build_object('id', created.uuid, 'outcome', upper(created.outcome::text),
    'asset', json_build_object('code', inspected.code)),
  'userErrors', json_build_array())))::text
from created, inspected`,
  },
  variables: (sql, company) => sql(ASSETS, [company]),
  save: async (sql, company) => {
    const [last] = await sql<{ id: number }>('select max(id) as id from inspection')
    const assets = await sql<Record<(typeof COLUMNS)[number], unknown>>(ASSETS, [company])
    return async () => {
      await sql('delete from inspection where id > $1', [last?.id])
      for (const asset of assets)
        await sql(
          RESTORE,
          COLUMNS.map((column) => asset[column]),
        )
    }
  },
}

const COLUMNS = ['asset', 'last_inspection', 'defective', 'next_inspection', 'updated_at'] as const

const ASSETS = `
  select uuid as asset, last_inspection, defective, next_inspection, updated_at from asset
  where company_id = $1 and deleted_at is null and decommissioned_at is null and not defective order by id limit 50`

const RESTORE = `
  update asset set last_inspection = $2, defective = $3, next_inspection = $4, updated_at = $5 where uuid = $1`
