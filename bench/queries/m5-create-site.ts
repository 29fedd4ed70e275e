import type { GraphQLQuery } from './query.js'

const ADDRESS = {
  street: '1 High Street',
  city: 'Dover',
  region: 'Kent',
  timezone: 'Europe/London',
}

export const M5: GraphQLQuery = {
  title: 'createSite, with its client in the payload',
  service: `mutation M5($client: ID!, $address: AddressInput!) {
    createSite(input: { clientId: $client, name: "North depot", address: $address }) {
      site { id name client { legalName } } userErrors { code } } }`,
  statement: {
    name: 'M5',
    values: ({ company, user, client }) => [company, user, client, ...Object.values(ADDRESS)],
    text: `
with owner as (
  select id, legal_name from client where company_id = $1 and uuid = $3 and deleted_at is null for key share
), created as (
  insert into site (uuid, company_id, user_id, client_id, name, street, city, region, timezone)
  select gen_random_uuid(), $1, $2, id, 'North depot', $4, $5, $6, $7 from owner
  returning uuid, name
)
select json_build_object('data', json_build_object('createSite', json_build_object(
  'site', json_build_object('id', created.uuid, 'name', created.name,
    'client', json_build_object('legalName', owner.legal_name)),
  'userErrors', json_build_array())))::text
from created, owner`,
  },
  variables: async (sql, company) => {
    const clients = await sql<{ client: string }>(
      'select uuid as client from client where company_id = $1 and deleted_at is null order by id limit 50',
      [company],
    )
    return clients.map(({ client }) => ({ client, address: ADDRESS }))
  },
  save: async (sql) => {
    const [last] = await sql<{ id: number }>('select max(id) as id from site')
    return async () => {
      await sql('delete from site where id > $1', [last?.id])
    }
  },
}
