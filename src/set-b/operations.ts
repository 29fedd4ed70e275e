import type { Operation as PolicyOperation } from '../domain/access/policy.js'
import type { OperationTable } from '../http/operation.js'
import { createAssetOperation } from './asset/create-asset.js'
import { listAssetsOperation } from './asset/list-assets.js'
import { readAssetOperation } from './asset/read-asset.js'
import { updateAssetOperation } from './asset/update-asset.js'
import { listAssetTypesOperation } from './asset-type/list-asset-types.js'
import { readAssetTypeOperation } from './asset-type/read-asset-type.js'
import { logInOperation } from './authentication/log-in.js'
import { listClientsOperation } from './client/list-clients.js'
import { readClientOperation } from './client/read-client.js'
import type { ApiKeyContext } from './context.js'
import { createJobOperation } from './job/create-job.js'
import { listJobsOperation } from './job/list-jobs.js'
import { readJobOperation } from './job/read-job.js'
import { listJobTypesOperation } from './job-type/list-job-types.js'
import { createSiteOperation } from './site/create-site.js'
import { listSitesOperation } from './site/list-sites.js'
import { readSiteOperation } from './site/read-site.js'
import { updateSiteOperation } from './site/update-site.js'
import { listUsersOperation } from './user/list-users.js'
import { readUserOperation } from './user/read-user.js'
import { createZoneOperation } from './zone/create-zone.js'
import { listZonesOperation } from './zone/list-zones.js'
import { readZoneOperation } from './zone/read-zone.js'
import { listZoneTypesOperation } from './zone-type/list-zone-types.js'
import { readZoneTypeOperation } from './zone-type/read-zone-type.js'

/** Specification, Set B operations: B1, the only one that requires no token. */
export const logIn: OperationTable<PolicyOperation, ApiKeyContext> = [
  ['logIn', 'POST', '/api/authentication/login', 'login', logInOperation],
]

/** Specification, Set B operations: B2 to B24, in order; the fourth column is the policy's name. */
// prettier-ignore
export const operations: OperationTable<PolicyOperation> = [
  ['listJobTypes',   'GET',            '/v1/job-types',        'jobTypes',    listJobTypesOperation],
  ['createJob',      'POST',           '/v1/jobs',             'createJob',   createJobOperation],
  ['listJobs',       'GET',            '/v1/jobs',             'jobs',        listJobsOperation],
  ['readJob',        'GET',            '/v1/jobs/{id}',        'job',         readJobOperation],
  ['readUser',       'GET',            '/v1/users/{id}',       'user',        readUserOperation],
  ['listUsers',      'GET',            '/v1/users',            'users',       listUsersOperation],
  ['readAsset',      'GET',            '/v1/assets/{id}',      'asset',       readAssetOperation],
  ['listAssets',     'GET',            '/v1/assets',           'assets',      listAssetsOperation],
  ['updateAsset',    ['PATCH', 'PUT'], '/v1/assets',           'updateAsset', updateAssetOperation],
  ['createAsset',    'POST',           '/v1/assets',           'createAsset', createAssetOperation],
  ['listAssetTypes', 'GET',            '/v1/asset-types',      'assetTypes',  listAssetTypesOperation],
  ['readAssetType',  'GET',            '/v1/asset-types/{id}', 'assetType',   readAssetTypeOperation],
  ['readSite',       'GET',            '/v1/sites/{id}',       'site',        readSiteOperation],
  ['listSites',      'GET',            '/v1/sites',            'sites',       listSitesOperation],
  ['updateSite',     ['PATCH', 'PUT'], '/v1/sites',            'updateSite',  updateSiteOperation],
  ['createSite',     'POST',           '/v1/sites',            'createSite',  createSiteOperation],
  ['readZoneType',   'GET',            '/v1/zone-types/{id}',  'zoneType',    readZoneTypeOperation],
  ['listZoneTypes',  'GET',            '/v1/zone-types',       'zoneTypes',   listZoneTypesOperation],
  ['listZones',      'GET',            '/v1/zones',            'zones',       listZonesOperation],
  ['createZone',     'POST',           '/v1/zones',            'createZone',  createZoneOperation],
  ['readZone',       'GET',            '/v1/zones/{id}',       'zone',        readZoneOperation],
  ['readClient',     'GET',            '/v1/clients/{id}',     'client',      readClientOperation],
  ['listClients',    'GET',            '/v1/clients',          'clients',     listClientsOperation],
]
