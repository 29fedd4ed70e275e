import { computed, count, counted, LIVE, lookedUp } from '../../db/read/derived.js'
import { pictureLink } from '../document/picture-link.js'
import { CHECKS_IN_USE } from './checklist.js'
import type { NounRules } from './noun-rules.js'

const countLive = (table: string) => count(table, () => LIVE)

export const company = {
  size: 'small',
  hasLargeLists: true,
  hasLargeCounts: true,
  logged: { company: ['job_number', 'asset_code_number', 'barcode_number', 'link_secret'] },
  derived: {
    logoUrl: lookedUp<string | null>(pictureLink(() => 'd.of_company', 'logo')),
    assetsCount: countLive('asset'),
    jobsCount: countLive('job'),
    checklistsCount: countLive('checklist'),
    checksCount: CHECKS_IN_USE,
    sitesCount: countLive('site'),
    clientsCount: countLive('client'),
    // The domain has no recurring jobs.
    recurringJobsCount: computed<number>(() => '0'),
    usersCount: countLive('app_user'),
    totalStorage: counted<number>(
      (scope) =>
        `(select coalesce(sum(x.size), 0)::float8 from document x where x.company_id = ${scope.company} and ${LIVE})`,
    ),
  },
  embedded: {
    stats: {
      assets: 'assetsCount',
      jobs: 'jobsCount',
      checklists: 'checklistsCount',
      checks: 'checksCount',
      sites: 'sitesCount',
      clients: 'clientsCount',
      users: 'usersCount',
      totalStorage: 'totalStorage',
    },
  },
} as const satisfies NounRules
