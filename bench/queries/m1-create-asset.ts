import type { GraphQLQuery } from './query.js'

export const M1: GraphQLQuery = {
  title: 'createAsset',
  service: `mutation M1($zone: ID!, $type: ID!) {
    createAsset(input: { zoneId: $zone, typeId: $type }) { asset { id code barcode { data } } userErrors { code } } }`,
  statement: {
    name: 'M1',
    values: ({ company, user, zoneId, typeId, shortCode, riskId }) => [
      company,
      user,
      zoneId,
      typeId,
      shortCode,
      riskId,
    ],
    text: `
with place as (
  select z.id as zone_id, t.id as type_id from zone z, asset_type t
  where z.id = $3 and z.company_id = $1 and z.deleted_at is null and t.id = $4 and t.company_id = $1 and t.deleted_at is null
  for key share
), counter as (
  update company set asset_code_number = asset_code_number + 1, barcode_number = barcode_number + 1
  where id = $1 and (select true from place) returning asset_code_number, barcode_number
), created as (
  insert into asset (uuid, company_id, code, zone_id, type_id, risk_id, user_id)
  select gen_random_uuid(), $1, $5::text || '-' || lpad(asset_code_number::text, greatest(5, length(asset_code_number::text)), '0'),
    zone_id, type_id, $6::int, $2::int from place, counter
  returning id, uuid, code
), marked as (
  insert into barcode (uuid, company_id, asset_id, data, prefix)
  select gen_random_uuid(), $1, created.id, 'BC' || lpad(barcode_number::text, greatest(8, length(barcode_number::text)), '0'), 'BC' from created, counter
  returning data
)
select json_build_object('data', json_build_object('createAsset', json_build_object(
  'asset', json_build_object('id', uuid, 'code', code, 'barcode', json_build_object('data', data)), 'userErrors', json_build_array())))::text
from created, marked`,
  },
  variables: (sql, company) =>
    sql(
      `select z.uuid as zone, z.id as "zoneId", t.uuid as type, t.id as "typeId", t.short_code as "shortCode", t.risk_id as "riskId"
       from zone z, (
         select * from asset_type where company_id = $1 and deleted_at is null
           and not custom_fields @> '[{"isRequired": true}]' order by id limit 1) t
       where z.company_id = $1 and z.deleted_at is null order by z.id limit 50`,
      [company],
    ),
  save: async (sql, company) => {
    const [before] = await sql<State>(STATE, [company])
    const { asset, code, barcode } = before ?? { asset: 0, code: 0, barcode: 0 }
    return async () => {
      await sql('delete from barcode where asset_id > $1', [asset])
      await sql('delete from asset where id > $1', [asset])
      const values = [company, code, barcode]
      await sql(
        'update company set asset_code_number = $2, barcode_number = $3 where id = $1',
        values,
      )
    }
  },
}

interface State {
  asset: number
  code: number
  barcode: number
}

const STATE = `
  select (select max(id) from asset) as asset, asset_code_number as code, barcode_number as barcode
  from company where id = $1`
