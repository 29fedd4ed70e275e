import type { Operation as PolicyOperation } from '../domain/access/policy.js'
import type { OperationTable } from '../http/operation.js'
import { listAssetGroups } from './asset-group/list-asset-groups.js'
import { listAssetTypes } from './asset-type/list-asset-types.js'
import { createAssetOperation } from './asset/create-asset.js'
import { listAssets } from './asset/list-assets.js'
import type { Context } from './context.js'
import { listJobTypes } from './job-type/list-job-types.js'
import { createJobOperation } from './job/create-job.js'
import { listSites } from './site/list-sites.js'
import { obtainToken } from './token/obtain-token.js'
import { listUsers } from './user/list-users.js'
import { listZones } from './zone/list-zones.js'

/**
 * The operations of Set A, one of the two REST APIs, with the names and in the order of its specification. The fourth
 * column is a row of `policy`.
 */
// prettier-ignore
export const operations: OperationTable<PolicyOperation, Context> = [
  ['Obtain token',         'POST', '/oauth/token',           'login',       obtainToken],
  ['Create job',           'POST', '/api/job',               'createJob',   createJobOperation],
  ['List job types',       'GET',  '/api/job-types/list',    'jobTypes',    listJobTypes],
  ['Onboard asset',        'POST', '/api/asset',             'createAsset', createAssetOperation],
  ['List assets',          'GET',  '/api/assets',            'assets',      listAssets],
  ['List asset types',     'GET',  '/api/asset-types/list',  'assetTypes',  listAssetTypes],
  ['List asset groups',    'GET',  '/api/asset-groups',      'zoneTypes',   listAssetGroups],
  ['List sites',           'GET',  '/api/sites',             'sites',       listSites],
  ['List zones of a site', 'GET',  '/api/site/{site}/zones', 'zones',       listZones],
  ['List users',           'GET',  '/api/users',             'users',       listUsers],
]
