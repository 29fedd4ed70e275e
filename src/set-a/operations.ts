import type { Domain } from '../domain/domain.js'
import type { OperationTable } from '../http/operation.js'
import { listAssetGroups } from './asset-group/list-asset-groups.js'
import { listAssetTypes } from './asset-type/list-asset-types.js'
import { createAssetOperation } from './asset/create-asset.js'
import { listAssets } from './asset/list-assets.js'
import { listJobTypes } from './job-type/list-job-types.js'
import { createJobOperation } from './job/create-job.js'
import { listSites } from './site/list-sites.js'
import { obtainToken, type TokenServices } from './token/obtain-token.js'
import { listUsers } from './user/list-users.js'
import { listZones } from './zone/list-zones.js'

/**
 * The operations of Set A, one of the two REST APIs, with the names and in the order of its specification. The fourth
 * column is the entry in `policy`, the fifth is the tag in the documentation.
 */
// prettier-ignore
export const operations: OperationTable<Domain & TokenServices> = [
  ['Obtain token',         'POST', '/oauth/token',           'login',       'Tokens',        obtainToken],
  ['Create job',           'POST', '/api/job',               'createJob',   'Jobs',          createJobOperation],
  ['List job types',       'GET',  '/api/job-types/list',    'jobTypes',    'Job types',     listJobTypes],
  ['Onboard asset',        'POST', '/api/asset',             'createAsset', 'Assets',        createAssetOperation],
  ['List assets',          'GET',  '/api/assets',            'assets',      'Assets',        listAssets],
  ['List asset types',     'GET',  '/api/asset-types/list',  'assetTypes',  'Asset types',   listAssetTypes],
  ['List asset groups',    'GET',  '/api/asset-groups',      'zoneTypes',   'Asset groups',  listAssetGroups],
  ['List sites',           'GET',  '/api/sites',             'sites',       'Sites',         listSites],
  ['List zones of a site', 'GET',  '/api/site/{site}/zones', 'zones',       'Zones',         listZones],
  ['List users',           'GET',  '/api/users',             'users',       'Users',         listUsers],
]
