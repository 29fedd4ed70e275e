import { count, counted, countChildren, type Expression, LIVE } from '../../db/read/derived.js'
import { openFindingsOfSite } from '../finding/finding-status.js'
import { isOpen } from '../job/job-status.js'
import { siteFailingSince } from '../state-change/since.js'
import { reportFields } from '../report/report-fields.js'
import type { NounRules } from './noun-rules.js'

const isInSite: Expression = ({ column, company }) =>
  `x.zone_id in (select z.id from zone z where z.company_id = ${company} and z.site_id = ${column('id')})`

const defectiveAssets = count(
  'asset',
  (scope) => `${isInSite(scope)} and x.defective and x.decommissioned_at is null and ${LIVE}`,
)

const report = reportFields('report', 'site', 'site_id')

export const site = {
  size: 'small',
  logged: { site: [] },
  dependsOn: [
    { key: 'client_id', on: 'Client', noun: 'sites' },
    { key: 'manager_id', on: 'User', noun: 'managed sites' },
  ],
  derived: {
    ...report.derived,
    documentsCount: countChildren('document', 'site_id'),
    zonesCount: countChildren('zone', 'site_id'),
    assetsCount: count('asset', (scope) => `${isInSite(scope)} and ${LIVE}`),
    openJobsCount: count(
      'job',
      ({ column }) => `x.site_id = ${column('id')} and ${isOpen('x.status')} and ${LIVE}`,
    ),
    openFindingsCount: openFindingsOfSite,
    failing: counted<boolean>(
      (scope) => `(${defectiveAssets.sql(scope)} >= ${scope.column('failureThreshold')})`,
    ),
    failingSince: siteFailingSince,
  },
  paths: { assets: ['zones', 'assets'], findings: ['zones', 'assets', 'findings'] },
  embedded: {
    report: report.embedded,
    address: { street: 'street', city: 'city', region: 'region', timezone: 'timezone' },
  },
  optionalObjects: ['report'],
  graphqlNames: { riskLevel: 'risk.level' },
} as const satisfies NounRules
