/*
 * Parts of the hand-written statements. Each statement builds the text of the whole response; `$1` is the company. The
 * statements neither authenticate nor validate, and each answers one query only.
 */

/** `{"nodes": [record, …]}` from `rows`. */
export const nodes = (rows: string, record: string, order: string): string =>
  `(select json_build_object('nodes', coalesce(json_agg(${record} order by ${order}), '[]')) ${rows})`

export const data = (field: string, value: string): string =>
  `select json_build_object('data', json_build_object('${field}', ${value}))::text`

export const risk = `case when r.id is null then null else json_build_object('level', upper(r.level), 'value', r.value) end`
export const barcode = `case when b.id is null then null else json_build_object('data', b.data) end`
export const type = `json_build_object('id', t.uuid, 'name', t.name)`
export const client = `json_build_object('id', c.uuid, 'legalName', c.legal_name)`

/** The values of an asset's custom fields, in the order of its type's fields. */
export const customFieldValues = `(
  select coalesce(json_agg(json_build_object('label', f ->> 'label', 'value', a.meta_data ->> (f ->> 'fieldId')) order by n), '[]')
  from jsonb_array_elements(t.custom_fields) with ordinality fields (f, n) where a.meta_data ? (f ->> 'fieldId'))`

export const joinType = `
  join asset_type t on t.company_id = $1 and t.id = a.type_id`

/** The joins that `type`, `risk` and `barcode` need. */
export const joinAsset = `${joinType}
  left join risk r on r.id = a.risk_id
  left join barcode b on b.company_id = $1 and b.asset_id = a.id`

export const joinPlace = `
  join zone z on z.company_id = $1 and z.id = a.zone_id
  join site s on s.company_id = $1 and s.id = z.site_id`

export const joinClient = `
  join client c on c.company_id = $1 and c.id = s.client_id`
