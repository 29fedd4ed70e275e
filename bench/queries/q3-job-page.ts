import { client, data, joinClient, nodes } from './fragments.js'
import { type GraphQLQuery, noVariables } from './query.js'

export const Q3: GraphQLQuery = {
  title: '50 jobs with site → client, technician, type',
  mercurius: true,
  service: `query Q3 {
    jobs(first: 50) { nodes { id number status reference scheduledStart scheduledEnd
      site { id name client { id legalName } } technician { id firstName lastName email } type { id name } } } }`,
  postgraphile: `query Q3($company: Int!) {
    jobs: allJobs(first: 50, condition: { companyId: $company, deletedAt: null }) { nodes {
      id: uuid number status reference scheduledStart scheduledEnd
      site: siteByCompanyIdAndSiteId { id: uuid name client: clientByCompanyIdAndClientId { id: uuid legalName } }
      technician: appUserByCompanyIdAndTechnicianId { id: uuid firstName lastName email }
      type: jobTypeByCompanyIdAndTypeId { id: uuid name: description } } } }`,
  statement: {
    name: 'Q3',
    values: ({ company }) => [company],
    text: data(
      'jobs',
      nodes(
        `from (select * from job where company_id = $1 and deleted_at is null order by id limit 50) j
         join site s on s.company_id = $1 and s.id = j.site_id ${joinClient}
         join app_user u on u.company_id = $1 and u.id = j.technician_id
         join job_type t on t.company_id = $1 and t.id = j.type_id`,
        `json_build_object('id', j.uuid, 'number', j.number, 'status', upper(j.status::text), 'reference', j.reference,
           'scheduledStart', j.scheduled_start, 'scheduledEnd', j.scheduled_end,
           'site', json_build_object('id', s.uuid, 'name', s.name, 'client', ${client}),
           'technician', json_build_object('id', u.uuid, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email),
           'type', json_build_object('id', t.uuid, 'name', t.description))`,
        'j.id',
      ),
    ),
  },
  variables: noVariables,
}
