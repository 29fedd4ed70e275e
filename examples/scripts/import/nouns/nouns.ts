import type { ImportName } from '../../export/list-names.js'
import type { Noun } from '../noun.js'
import { ASSET_TYPES } from './asset-types.js'
import { ASSETS } from './assets.js'
import { CHECKLISTS } from './checklists.js'
import { CLIENTS } from './clients.js'
import { FINDINGS } from './findings.js'
import { INSPECTIONS } from './inspections.js'
import { JOB_TYPES } from './job-types.js'
import { JOBS } from './jobs.js'
import { SITES } from './sites.js'
import { USERS } from './users.js'
import { ZONE_TYPES } from './zone-types.js'
import { ZONES } from './zones.js'

/** Everything that can be imported. */
export const NOUNS: Readonly<Record<ImportName, Noun>> = {
  assets: ASSETS,
  assetTypes: ASSET_TYPES,
  checklists: CHECKLISTS,
  clients: CLIENTS,
  findings: FINDINGS,
  inspections: INSPECTIONS,
  jobTypes: JOB_TYPES,
  jobs: JOBS,
  sites: SITES,
  users: USERS,
  zoneTypes: ZONE_TYPES,
  zones: ZONES,
}
