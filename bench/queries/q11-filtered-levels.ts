import { data, nodes } from './fragments.js'
import type { GraphQLQuery } from './query.js'

const JOBS = nodes(
  `as nodes from (select * from job where company_id = $1 and site_id = s.id and status = 'scheduled' and deleted_at is null
     order by scheduled_start, id limit 5) j
   join app_user u on u.company_id = $1 and u.id = j.technician_id`,
  `json_build_object('id', j.uuid, 'number', j.number, 'scheduledStart', j.scheduled_start,
     'technician', json_build_object('fullName', u.first_name || ' ' || u.last_name, 'email', u.email))`,
  'j.scheduled_start, j.id',
)

const SITES = nodes(
  `as nodes from (select id, uuid, name from site
     where company_id = $1 and client_id = c.id and risk_id = 2 and deleted_at is null order by id limit 5) s
   cross join lateral ${JOBS} jobs`,
  `json_build_object('id', s.uuid, 'name', s.name, 'jobs', jobs.nodes)`,
  's.id',
)

export const Q11: GraphQLQuery = {
  title:
    '10 clients since a day → 5 sites of high risk → the next 5 scheduled jobs → technician, with a filter at each level',
  service: `query Q11($from: DateTime!) {
    clients(first: 10, filter: { createdAt: { from: $from } }) { nodes { id legalName
      sites(first: 5, filter: { riskLevels: [HIGH] }) { nodes { id name
        jobs(first: 5, filter: { statuses: [SCHEDULED] }, orderBy: [{ field: SCHEDULED_START }]) { nodes {
          id number scheduledStart technician { fullName email } } } } } } } }`,
  postgraphile: `query Q11($company: Int!, $from: Datetime!) {
    clients: clientsSince(company: $company, from_: $from, first: 10) { nodes { id: uuid legalName
      sites: sitesByCompanyIdAndClientId(first: 5, condition: { riskId: 2, deletedAt: null }) { nodes { id: uuid name
        jobs: jobsByCompanyIdAndSiteId(first: 5, condition: { status: scheduled, deletedAt: null }
            orderBy: [SCHEDULED_START_ASC, ROW_ID_ASC]) { nodes {
          id: uuid number scheduledStart technician: appUserByCompanyIdAndTechnicianId { fullName email } } } } } } } }`,
  statement: {
    name: 'Q11',
    values: ({ company, from }) => [company, from],
    text: data(
      'clients',
      nodes(
        `from (select id, uuid, legal_name from client
           where company_id = $1 and created_at >= $2 and deleted_at is null order by id limit 10) c
         cross join lateral ${SITES} sites`,
        `json_build_object('id', c.uuid, 'legalName', c.legal_name, 'sites', sites.nodes)`,
        'c.id',
      ),
    ),
  },
  // Ten dates, evenly spread over the older half of the clients' creation dates.
  variables: (sql, company) =>
    sql(
      `select percentile_disc(part / 20.0) within group (order by created_at) as from
       from client, generate_series(0, 9) part where company_id = $1 and deleted_at is null group by part order by part`,
      [company],
    ),
}
