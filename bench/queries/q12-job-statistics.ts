import { data, nodes } from './fragments.js'
import { type GraphQLQuery, noVariables, type Variables } from './query.js'

interface Group {
  type: { databaseId: number }
  status: string
  count: number
}

/** A group of PostGraphile's aggregates: the values of the keys, and counts, as text. */
interface Aggregate {
  keys: [type: string, status: string]
  distinctCount: { rowId: string }
}

const groupsOf = (nodes: Group[]): Variables => ({ jobs: { nodes } })

export const Q12: GraphQLQuery = {
  title: 'statistics: the number of jobs by type and status',
  service: `query Q12 {
    jobs: jobStatistics(groupBy: [TYPE, STATUS], first: 1000) { nodes { type { databaseId } status count } } }`,
  postgraphile: `query Q12($company: Int!) {
    jobs: allJobs(condition: { companyId: $company, deletedAt: null }) {
      groupedAggregates(groupBy: [TYPE_ID, STATUS]) { keys distinctCount { rowId } } } }`,
  statement: {
    name: 'Q12',
    values: ({ company }) => [company],
    text: data(
      'jobs',
      nodes(
        `from (select type_id, status, count(*) from job
           where company_id = $1 and deleted_at is null group by type_id, status) j`,
        `json_build_object('type', json_build_object('databaseId', type_id),
           'status', upper(status::text), 'count', count)`,
        'type_id, status',
      ),
    ),
  },
  variables: noVariables,
  reshapePostgraphile: (answer) => {
    const { groupedAggregates } = answer['jobs'] as { groupedAggregates: Aggregate[] }
    return groupsOf(
      groupedAggregates.map(({ keys: [type, status], distinctCount }) => ({
        type: { databaseId: Number(type) },
        status: status.toUpperCase(),
        count: Number(distinctCount.rowId),
      })),
    )
  },
  // PostGraphile's aggregates have no order. The service orders types by name.
  reshape: (answer) => {
    const { nodes: groups } = answer['jobs'] as { nodes: Group[] }
    const sortKey = ({ type, status }: Group) => `${type.databaseId} ${status}`
    return groupsOf(groups.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)))
  },
}
