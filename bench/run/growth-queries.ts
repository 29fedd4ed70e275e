import type { Ask, Sql, Variables } from '../queries/query.js'
import { lists, requireRead } from '../queries/registry.js'

/** A query of the service: a GraphQL document, or a path of a REST set. */
export interface GrowthQuery {
  document?: string
  path?: (variables: Variables) => string
  variables: (sql: Sql, company: number, ask: Ask) => Promise<Variables[]>
}

const codes = (sql: Sql, company: number) =>
  sql<Variables>(
    `select code as search from asset where company_id = $1 and deleted_at is null and id % 997 = 1 order by id limit 20`,
    [company],
  )

/**
 * Divides the table into twenty parts by id, and returns the longest value of a column in each part except the first:
 * few other records have such a value.
 */
const rareTexts = (table: string, column: string) => (sql: Sql, company: number) =>
  sql<Variables>(
    `select (array_agg(text order by length(text) desc, id))[1] as search from (
       select ${column} as text, id, ntile(20) over (order by id) as part from ${table}
       where company_id = $1 and deleted_at is null) t
     where part > 1 group by part`,
    [company],
  )

/** The queries read zones with about this number of assets at each scale, so that the responses have the same size. */
const ASSETS_OF_A_ZONE = 28
const zones = (sql: Sql, company: number) =>
  sql<Variables>(
    `select z.uuid as zone, z.id as "zoneId" from zone z
     where z.company_id = $1 and z.deleted_at is null order by abs(${ASSETS_OF_A_ZONE} -
       (select count(*) from asset a where a.company_id = $1 and a.zone_id = z.id and a.deleted_at is null)), z.id limit 20`,
    [company],
  )

const lastPage = (sql: Sql, company: number) =>
  sql<{ offset: number; index: number }>(
    'select (count(*)::int - 50) as offset, count(*)::int / 100 - 1 as index from asset where company_id = $1 and deleted_at is null',
    [company],
  )

/** The cursor that the last page of an order starts after. */
const lastCursor =
  (orderBy = ''): GrowthQuery['variables'] =>
  async (sql, company, ask) => {
    const [last] = await lastPage(sql, company)
    const { assets } = (await ask(
      `query ($offset: Int!) { assets(first: 1, offset: $offset ${orderBy}) { pageInfo { endCursor } } }`,
      { offset: last?.offset ?? 0 },
    )) as { assets: { pageInfo: { endCursor: string } } }
    return [{ after: assets.pageInfo.endCursor }]
  }

const searchPath = (path: string) => (variables: Variables) =>
  `${path}?search=${encodeURIComponent(String(variables.search))}`
const nothing = async () => [{}]
const q5Variables = async () => [{ now: new Date().toISOString() }]

/** The queries for which a hand-written statement is measured, too. */
export const BY_HAND = ['Q1', 'Q2', 'Q3', 'Q4', 'Q5']

const own = (name: string): GrowthQuery => {
  const { service, variables } = requireRead(name)
  if (typeof service !== 'string') throw new Error(`${name} has no fixed document`)
  return { document: service, variables }
}

/**
 * Pages, single records, and searches that find few records or read only the first ones: their time must not grow with
 * the data.
 */
export const constantQueries: Record<string, GrowthQuery> = {
  Q1: own('Q1'),
  Q2: { ...own('Q2'), variables: zones },
  Q3: own('Q3'),
  Q4: own('Q4'),
  'Q5 without counts': {
    document: `query ($now: DateTime!) { viewer { role user { fullName email } company { name } }
      sites(first: 10, filter: { failing: true }) { nodes { id name zonesCount assetsCount openJobsCount client { legalName } } }
      assets(first: 10, filter: { overdue: true }, orderBy: [{ field: NEXT_INSPECTION_DUE_AT }]) { nodes { id code nextInspectionDueAt type { name } zone { name site { name } } } }
      jobs(first: 10, filter: { statuses: [SCHEDULED], scheduledStart: { from: $now } }, orderBy: [{ field: SCHEDULED_START }]) {
        nodes { id number scheduledStart site { name } technician { fullName } type { name } } } }`,
    variables: q5Variables,
  },
  'search for a code': {
    document:
      'query ($search: String!) { assets(first: 10, filter: { search: $search }) { nodes { id code } } }',
    variables: codes,
  },
  'search for a text that all codes contain': {
    document:
      'query ($search: String!) { assets(first: 10, filter: { search: $search }) { nodes { id code } } }',
    variables: async () => [{ search: '0' }],
  },
  'search for a job by its number': {
    document:
      'query ($search: String!) { jobs(first: 10, filter: { search: $search }) { nodes { id number } } }',
    variables: rareTexts('job', 'number::text'),
  },
  'A, search for a site by its name': {
    path: searchPath('/api/sites'),
    variables: rareTexts('site', 'name'),
  },
  'A, search for a user by the email': {
    path: searchPath('/api/users'),
    variables: rareTexts('app_user', 'email'),
  },
  'the last page by cursor': {
    document: 'query ($after: String!) { assets(first: 20, after: $after) { nodes { id code } } }',
    variables: lastCursor(),
  },
  'the last page by cursor, ordered by code': {
    document:
      'query ($after: String!) { assets(first: 20, after: $after, orderBy: [{ field: CODE }]) { nodes { id code } } }',
    variables: lastCursor(', orderBy: [{ field: CODE }]'),
  },
  'newest assets': {
    document:
      '{ assets(first: 50, orderBy: [{ field: CREATED_AT, direction: DESC }]) { nodes { id code status } } }',
    variables: nothing,
  },
}

/** Queries that count or skip records: their time grows with the data. */
export const growingQueries: Record<string, GrowthQuery> = {
  Q5: own('Q5'),
  'A, search for a code, with the total of all that match': {
    path: lists.A.path,
    variables: codes,
  },
  'A, the first page with its total': { path: () => '/api/assets', variables: nothing },
  'B, the first page with its total': {
    path: () => lists.B.path({ index: 0 }),
    variables: nothing,
  },
  'B, the last page': { path: lists.B.path, variables: lastPage },
  'the last page by offset': {
    document: 'query ($offset: Int!) { assets(first: 20, offset: $offset) { nodes { id code } } }',
    variables: lastPage,
  },
}
