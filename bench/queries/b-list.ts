import { joinAsset } from './fragments.js'
import type { RestQuery, Statement } from './query.js'

const PAGES = 100

const epochSeconds = (column: string) => `floor(extract(epoch from ${column}))::bigint`

const statement: Statement = {
  name: 'B',
  values: ({ company, index }) => [company, 100 * Number(index)],
  text: `
select json_build_object('total', (select count(*) from asset where company_id = $1 and deleted_at is null),
  'data', coalesce(json_agg(json_build_object(
    'id', a.uuid, 'assetTypeId', t.uuid, 'zoneId', z.uuid, 'barcode', b.data, 'code', a.code, 'riskLevel', r.level,
    'defective', a.defective, 'createdAt', ${epochSeconds('a.created_at')}, 'updatedAt', ${epochSeconds('a.updated_at')},
    'lastInspection', ${epochSeconds('a.last_inspection')}, 'nextInspection', ${epochSeconds('a.next_inspection')},
    'decommissionedAt', ${epochSeconds('a.decommissioned_at')},
    'metaData', (
      select coalesce(json_agg(json_build_object('id', f -> 'fieldId', 'label', f -> 'label', 'value', a.meta_data ->> (f ->> 'fieldId')) order by n), '[]')
      from jsonb_array_elements(t.custom_fields) with ordinality fields (f, n) where a.meta_data ? (f ->> 'fieldId'))
  ) order by a.id), '[]'))::text
from (select * from asset where company_id = $1 and deleted_at is null order by id limit 100 offset $2) a
${joinAsset}
join zone z on z.company_id = $1 and z.id = a.zone_id`,
}

export const B: RestQuery = {
  title: 'GET /v1/assets, a page of 100',
  path: ({ index }) => `/v1/assets?pageSize=100&pageIndex=${Number(index)}`,
  statement: () => statement,
  variables: () => Array.from({ length: PAGES }, (_, index) => ({ index })),
}
