import type { Ask, GraphQLQuery, Sql, Variables } from './query.js'

/** Records of each type in a request, and how many different requests there are. */
const PER_TYPE = 5
const REQUESTS = 10
const COUNT = 4 * PER_TYPE
const numbers = Array.from({ length: COUNT }, (_, index) => index)

/** The requested records, in order: their UUIDs for the service, their types and primary keys for PostGraphile. */
interface Nodes {
  company: number
  ids: string[]
  types: string[]
  keys: number[]
}

/** Inline fragments with the fields of each type; `id` is the field that selects the UUID. */
const fragments = (id: string) => `
  ... on Site { ${id} name legalName } ... on Zone { ${id} name }
  ... on Asset { ${id} code defective } ... on Job { ${id} number scheduledStart }`

const objectOf = (table: string, fields: string) =>
  `select uuid, json_build_object('__typename', '${table[0]?.toUpperCase() ?? ''}${table.slice(1)}', 'id', uuid, ${fields}) as node
   from ${table} where company_id = $1 and uuid = any($2::uuid[]) and deleted_at is null`

export const Q10: GraphQLQuery = {
  title: `nodes(ids: …) with ${COUNT} ids: sites, zones, assets and jobs. PostGraphile: ${COUNT} × node(id: …)`,
  service: `query Q10($ids: [ID!]!) { nodes(ids: $ids) { __typename ${fragments('id')} } }`,
  postgraphile: `query Q10(${numbers.map((n) => `$n${n}: ID!`).join(', ')}) {
    ${numbers.map((n) => `n${n}: node(id: $n${n}) { ...Fields }`).join('\n    ')}
  }
  fragment Fields on Node { __typename ${fragments('id: uuid')} }`,
  statement: {
    name: 'Q10',
    values: ({ company, ids }) => [company, ids],
    text: `select json_build_object('data', json_build_object('nodes', (
      select json_agg(found.node order by position) from unnest($2::uuid[]) with ordinality asked (uuid, position)
      left join (
        ${objectOf('site', `'name', name, 'legalName', legal_name`)}
        union all ${objectOf('zone', `'name', name`)}
        union all ${objectOf('asset', `'code', code, 'defective', defective`)}
        union all ${objectOf('job', `'number', number, 'scheduledStart', scheduled_start`)}
      ) found on found.uuid = asked.uuid)))::text`,
  },
  variables: nodesOf,
  postgraphileVariables: withNodeIds,
  reshapePostgraphile: (data) => ({ nodes: numbers.map((n) => data[`n${n}`]) }),
}

async function nodesOf(sql: Sql, company: number): Promise<Variables[]> {
  const requests = Array.from({ length: REQUESTS }, (): Nodes => ({
    company,
    ids: [],
    types: [],
    keys: [],
  }))
  for (const table of ['site', 'zone', 'asset', 'job']) {
    const rows = await sql<{ id: number; uuid: string }>(
      `select id, uuid from ${table} where company_id = $1 and deleted_at is null order by id limit $2`,
      [company, PER_TYPE * REQUESTS],
    )
    for (const [index, { id, uuid }] of rows.entries()) {
      const request = requests[index % REQUESTS]
      request?.ids.push(uuid)
      request?.types.push(table)
      request?.keys.push(id)
    }
  }
  return requests.map((request) => ({ ...request }))
}

/** Asks PostGraphile for the records' node ids. */
async function withNodeIds(ask: Ask, requests: Variables[]): Promise<Variables[]> {
  return Promise.all(
    requests.map(async (request) => {
      const { company, types, keys } = request as unknown as Nodes
      const fields = types.map(
        (type, n) =>
          `n${n}: ${type}ByCompanyIdAndRowId(companyId: ${company}, rowId: ${keys[n] ?? 0}) { id }`,
      )
      const data = (await ask(`{ ${fields.join(' ')} }`)) as Record<string, { id: string }>
      return Object.fromEntries(Object.entries(data).map(([name, { id }]) => [name, id]))
    }),
  )
}
