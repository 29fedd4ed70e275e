import { query } from './database.js'

/*
 * What is asked. `ours` is the document for the service, and for Mercurius, whose schema says the same; `postgraphile`
 * asks PostGraphile for the same rows under the same names; the limit takes the variables alone. Each has a list of
 * variables, which requests take in turn.
 */

const Q1 = {
  title: '20 sites × 5 zones × 10 assets',
  ours: `query Q1 {
    sites(first: 20) { nodes { id name client { id legalName }
      zones(first: 5) { nodes { id name
        assets(first: 10) { nodes { id code type { id name } risk { level value } barcode { data } } } } } } } }`,
  postgraphile: `query Q1($company: Int!) {
    sites: allSites(first: 20, condition: { companyId: $company, deletedAt: null }) { nodes { id: uuid name
      client: clientByCompanyIdAndClientId { id: uuid legalName }
      zones: zonesByCompanyIdAndSiteId(first: 5, condition: { deletedAt: null }) { nodes { id: uuid name
        assets: assetsByCompanyIdAndZoneId(first: 10, condition: { deletedAt: null }) { nodes { id: uuid code
          type: assetTypeByCompanyIdAndTypeId { id: uuid name } risk: riskByRiskId { level value }
          barcode: barcodeByCompanyIdAndAssetId { data } } } } } } } }`,
  variables: async () => [{}],
}

const Q2 = {
  title: '40 assets of a zone, with zone → site → client, type, risk, barcode',
  ours: `query Q2($zone: ID!) {
    assets(first: 40, filter: { zoneIds: [$zone] }) { nodes { id code defective nextInspection
      type { id name } risk { level value } barcode { data }
      zone { id name site { id name client { id legalName } } } } } }`,
  postgraphile: `query Q2($company: Int!, $zoneId: Int!) {
    assets: allAssets(first: 40, condition: { companyId: $company, zoneId: $zoneId, deletedAt: null }) { nodes {
      id: uuid code defective nextInspection
      type: assetTypeByCompanyIdAndTypeId { id: uuid name } risk: riskByRiskId { level value }
      barcode: barcodeByCompanyIdAndAssetId { data }
      zone: zoneByCompanyIdAndZoneId { id: uuid name site: siteByCompanyIdAndSiteId { id: uuid name
        client: clientByCompanyIdAndClientId { id: uuid legalName } } } } } }`,
  variables: (url, company) =>
    query(
      url,
      `select z.uuid as zone, z.id as "zoneId" from zone z
       where z.company_id = $1 and z.deleted_at is null
       order by (select count(*) from asset a where a.company_id = $1 and a.zone_id = z.id) desc, z.id limit 20`,
      [company],
    ),
}

const Q3 = {
  title: '50 jobs with site → client, technician, type',
  ours: `query Q3 {
    jobs(first: 50) { nodes { id number status reference scheduledStart scheduledEnd
      site { id name client { id legalName } } technician { id firstName lastName email } type { id description } } } }`,
  postgraphile: `query Q3($company: Int!) {
    jobs: allJobs(first: 50, condition: { companyId: $company, deletedAt: null }) { nodes {
      id: uuid number status reference scheduledStart scheduledEnd
      site: siteByCompanyIdAndSiteId { id: uuid name client: clientByCompanyIdAndClientId { id: uuid legalName } }
      technician: appUserByCompanyIdAndTechnicianId { id: uuid firstName lastName email }
      type: jobTypeByCompanyIdAndTypeId { id: uuid description } } } }`,
  variables: async () => [{}],
}

const Q4 = {
  title: 'one site by id',
  ours: `query Q4($id: ID!) { site(id: $id) { id name legalName failureThreshold createdAt } }`,
  postgraphile: `query Q4($id: UUID!) { site: siteByUuid(uuid: $id) { id: uuid name legalName failureThreshold createdAt } }`,
  variables: (url, company) =>
    query(
      url,
      'select uuid as id from site where company_id = $1 and deleted_at is null order by id limit 50',
      [company],
    ),
}

const Q5 = {
  title: 'a dashboard page: viewer, stats, failing sites, overdue assets, upcoming jobs',
  ours: `query Q5($now: DateTime!) {
    viewer { role user { fullName email } company { name stats { assets jobs checklists checks sites clients users totalStorage } } }
    sites(first: 10, filter: { failing: true }) { nodes { id name zonesCount assetsCount openJobsCount client { legalName } } }
    assets(first: 10, filter: { overdue: true }, orderBy: [{ field: NEXT_INSPECTION }]) {
      totalCount nodes { id code nextInspection type { name } zone { name site { name } } } }
    jobs(first: 10, filter: { statuses: [SCHEDULED], scheduledStart: { from: $now } }, orderBy: [{ field: SCHEDULED_START }]) {
      nodes { id number scheduledStart site { name } technician { fullName } type { description } } } }`,
  postgraphile: `query Q5($company: Int!, $user: Int!, $now: Datetime!) {
    viewer: membershipByCompanyIdAndUserId(companyId: $company, userId: $user) { role
      user: appUserByCompanyIdAndUserId { fullName email }
      company { name
        stats { assets jobs checklists checks sites clients users totalStorage } } }
    sites: failingSites(company: $company, first: 10) { nodes { id: uuid name zonesCount assetsCount openJobsCount
      client: clientByCompanyIdAndClientId { legalName } } }
    assets: overdueAssets(company: $company, first: 10) { totalCount nodes { id: uuid code nextInspection
      type: assetTypeByCompanyIdAndTypeId { name } zone: zoneByCompanyIdAndZoneId { name site: siteByCompanyIdAndSiteId { name } } } }
    jobs: upcomingJobs(company: $company, after_: $now, first: 10) { nodes { id: uuid number scheduledStart
      site: siteByCompanyIdAndSiteId { name } technician: appUserByCompanyIdAndTechnicianId { fullName }
      type: jobTypeByCompanyIdAndTypeId { description } } } }`,
  variables: async () => [{ now: new Date().toISOString() }],
}

const Q6 = {
  title: '200 sites × 5 zones × 1 asset, in two requests of 100',
  ours: `query Q6($offset: NonNegativeInt!) {
    sites(first: 100, offset: $offset) { nodes { id name
      zones(first: 5) { nodes { id name assets(first: 1) { nodes { id code } } } } } } }`,
  postgraphile: `query Q6($company: Int!, $offset: Int!) {
    sites: allSites(first: 100, offset: $offset, condition: { companyId: $company, deletedAt: null }) { nodes { id: uuid name
      zones: zonesByCompanyIdAndSiteId(first: 5, condition: { deletedAt: null }) { nodes { id: uuid name
        assets: assetsByCompanyIdAndZoneId(first: 1, condition: { deletedAt: null }) { nodes { id: uuid code } } } } } } }`,
  variables: async () => [{ offset: 0 }, { offset: 100 }],
}

/** Set A's and Set B's lists; the limit answers the same records. `apart` has a request of its own for each connection. */
const fifty = Array.from({ length: 50 }, (_, index) => index)
const A = {
  title: 'GET /api/assets?search=…, a page of 10',
  path: ({ search }) => `/api/assets?search=${search}`,
  variables: async () => ['1042', 'FE-02', '0777', '9001', 'SV-01'].map((search) => ({ search })),
  apart: async () =>
    fifty.map((index) => {
      const kinds = [1042, 'FE-0', 777, 9001, 'SV-0']
      const [kind, turn] = [kinds[index % 5], Math.floor(index / 5)]
      const search = typeof kind === 'string' ? kind + turn : String(kind + turn).padStart(4, '0')
      return { search }
    }),
}
const B = {
  title: 'GET /v1/assets, a page of 100',
  path: ({ index }) => `/v1/assets?pageSize=100&pageIndex=${index}`,
  variables: async () => [0, 1, 2, 3, 4].map((index) => ({ index })),
  apart: async () => fifty.map((index) => ({ index })),
}

/** Writes. The service's documents; the limit takes the variables. */
const M1 = {
  title: 'createAsset',
  ours: `mutation M1($zone: ID!, $type: ID!) {
    createAsset(input: { zoneId: $zone, typeId: $type }) { asset { id code barcode { data } } userErrors { code } } }`,
  variables: (url, company) =>
    query(
      url,
      `select z.uuid as zone, z.id as "zoneId", t.uuid as type, t.id as "typeId", t.short_code as "shortCode", t.risk_id as "riskId"
       from zone z, (
         select * from asset_type where company_id = $1 and deleted_at is null
           and not custom_fields @> '[{"isRequired": true}]' order by id limit 1) t
       where z.company_id = $1 and z.deleted_at is null order by z.id limit 50`,
      [company],
    ),
}
const M2 = {
  title: 'createJob in one company, from 4 processes',
  ours: `mutation M2($site: ID!, $type: ID!, $technician: ID!) {
    createJob(input: { siteId: $site, jobTypeId: $type, technicianId: $technician, reference: "bench",
      scheduledStart: "2030-01-01T08:00:00Z", scheduledEnd: "2030-01-01T10:00:00Z" }) { job { id number } userErrors { code } } }`,
  variables: (url, company) =>
    query(
      url,
      `select s.uuid as site, s.id as "siteId", t.uuid as type, t.id as "typeId", u.uuid as technician, u.id as "technicianId"
       from site s,
         (select * from job_type where company_id = $1 and active and deleted_at is null order by id limit 1) t,
         (select u.* from app_user u join membership m on m.company_id = $1 and m.user_id = u.id and m.role = 'technician'
          where u.company_id = $1 and u.active and u.deleted_at is null order by u.id limit 1) u
       where s.company_id = $1 and s.deleted_at is null order by s.id limit 50`,
      [company],
    ),
}

export const reads = { Q1, Q2, Q3, Q4, Q5, Q6 }
export const lists = { A, B }
export const writes = { M1, M2 }
