import { data } from './fragments.js'
import type { GraphQLQuery } from './query.js'

export const Q4: GraphQLQuery = {
  title: 'one site by id',
  mercurius: true,
  service: `query Q4($id: ID!) { site(id: $id) { id name legalName failureThreshold createdAt } }`,
  postgraphile: `query Q4($id: UUID!) { site: siteByUuid(uuid: $id) { id: uuid name legalName failureThreshold createdAt } }`,
  statement: {
    name: 'Q4',
    values: ({ company, id }) => [company, id],
    text: data(
      'site',
      `(select json_build_object('id', uuid, 'name', name, 'legalName', legal_name,
          'failureThreshold', failure_threshold, 'createdAt', created_at)
        from site where company_id = $1 and uuid = $2 and deleted_at is null)`,
    ),
  },
  variables: (sql, company) =>
    sql(
      'select uuid as id from site where company_id = $1 and deleted_at is null order by id limit 50',
      [company],
    ),
}
