import { q5Statement } from './q5-statement.js'
import type { GraphQLQuery } from './query.js'

export const Q5: GraphQLQuery = {
  title: 'a dashboard page: viewer, stats, failing sites, overdue assets, upcoming jobs',
  mercurius: true,
  service: `query Q5($now: DateTime!) {
    viewer { role user { fullName email } company { name stats { assets jobs checklists checks sites clients users totalStorage } } }
    sites(first: 10, filter: { failing: true }) { nodes { id name zonesCount assetsCount openJobsCount client { legalName } } }
    assets(first: 10, filter: { overdue: true }, orderBy: [{ field: NEXT_INSPECTION_DUE_AT }]) {
      totalCount nodes { id code nextInspectionDueAt type { name } zone { name site { name } } } }
    jobs(first: 10, filter: { statuses: [SCHEDULED], scheduledStart: { from: $now } }, orderBy: [{ field: SCHEDULED_START }]) {
      nodes { id number scheduledStart site { name } technician { fullName } type { name } } } }`,
  postgraphile: `query Q5($company: Int!, $user: Int!, $now: Datetime!) {
    viewer: membershipByCompanyIdAndUserId(companyId: $company, userId: $user) { role
      user: appUserByCompanyIdAndUserId { fullName email }
      company { name
        stats { assets jobs checklists checks sites clients users totalStorage } } }
    sites: failingSites(company: $company, first: 10) { nodes { id: uuid name zonesCount assetsCount openJobsCount
      client: clientByCompanyIdAndClientId { legalName } } }
    assets: overdueAssets(company: $company, first: 10) { totalCount nodes { id: uuid code nextInspectionDueAt: nextInspection
      type: assetTypeByCompanyIdAndTypeId { name } zone: zoneByCompanyIdAndZoneId { name site: siteByCompanyIdAndSiteId { name } } } }
    jobs: upcomingJobs(company: $company, after_: $now, first: 10) { nodes { id: uuid number scheduledStart
      site: siteByCompanyIdAndSiteId { name } technician: appUserByCompanyIdAndTechnicianId { fullName }
      type: jobTypeByCompanyIdAndTypeId { name: description } } } }`,
  statement: q5Statement,
  variables: async () => [{ now: new Date().toISOString() }],
}
