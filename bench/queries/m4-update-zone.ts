import type { GraphQLQuery } from './query.js'

/** Two names of each zone, in turn. */
const SUFFIXES = [' (east)', ' (west)']

export const M4: GraphQLQuery = {
  title: 'updateZone, with its site in the payload',
  service: `mutation M4($zone: ID!, $name: String!) {
    updateZone(input: { id: $zone, name: $name }) { zone { id name site { name } } userErrors { code } } }`,
  statement: {
    name: 'M4',
    values: ({ company, zone, name, now }) => [company, zone, name, now],
    text: `
with z as (
  update zone set name = $3, updated_at = $4 where company_id = $1 and uuid = $2 and deleted_at is null
  returning uuid, name, site_id
)
select json_build_object('data', json_build_object('updateZone', json_build_object(
  'zone', json_build_object('id', z.uuid, 'name', z.name, 'site', json_build_object('name', s.name)),
  'userErrors', json_build_array())))::text
from z join site s on s.company_id = $1 and s.id = z.site_id`,
  },
  variables: async (sql, company) => {
    const zones = await sql<{ zone: string; name: string }>(ZONES, [company])
    const now = new Date().toISOString()
    return SUFFIXES.flatMap((suffix) =>
      zones.map(({ zone, name }) => ({ zone, name: `${name}${suffix}`, now })),
    )
  },
  save: async (sql, company) => {
    const zones = await sql<{ zone: string; name: string; updated: Date }>(ZONES, [company])
    return async () => {
      for (const { zone, name, updated } of zones)
        await sql('update zone set name = $2, updated_at = $3 where uuid = $1', [
          zone,
          name,
          updated,
        ])
    }
  },
}

const ZONES = `
  select uuid as zone, name, updated_at as updated from zone
  where company_id = $1 and deleted_at is null order by id limit 50`
