import type { SignInServices } from '../domain/credential/sign-in.js'
import type { Domain } from '../domain/domain.js'
import { isActiveJobType } from '../domain/job-type/job-type-listing.js'
import { jobListing } from '../domain/job/job-listing.js'
import { zoneListing } from '../domain/zone/zone-listing.js'
import type { OperationTable } from '../http/operation.js'
import type { Owner } from '../request/owner.js'
import { assetType } from './asset-type/asset-type.record.js'
import { asset } from './asset/asset.record.js'
import { createAssetOperation } from './asset/create-asset.js'
import { updateAssetOperation } from './asset/update-asset.js'
import { logInOperation } from './authentication/log-in.js'
import { client } from './client/client.record.js'
import { demoIds } from './demo-ids.js'
import { jobType } from './job-type/job-type.record.js'
import { createJobOperation } from './job/create-job.js'
import { job } from './job/job.record.js'
import { listOfSiteOperation, listOperation, readOperation } from './read-operations.js'
import { createSiteOperation } from './site/create-site.js'
import { site } from './site/site.record.js'
import { updateSiteOperation } from './site/update-site.js'
import { listedUser, user } from './user/user.record.js'
import { zoneType } from './zone-type/zone-type.record.js'
import { createZoneOperation } from './zone/create-zone.js'
import { zone } from './zone/zone.record.js'

/**
 * The operations of Set B, one of the two REST APIs, in the order of its specification (B1 to B24). The fourth column
 * is the entry in `policy`, the fifth is the tag in the documentation.
 */
// prettier-ignore
export const operations: OperationTable<Domain & SignInServices & Partial<Owner>> = [
  ['logIn',          'POST',           '/api/authentication/login', 'login',      'Login',       logInOperation],
  ['listJobTypes',   'GET',            '/v1/job-types',             'jobTypes',   'Job types',   listOperation('Lists the job types that a new job can have.', jobType, [isActiveJobType])],
  ['createJob',      'POST',           '/v1/jobs',                  'createJob',  'Jobs',        createJobOperation],
  ['listJobs',       'GET',            '/v1/jobs',                  'jobs',       'Jobs',        listOfSiteOperation('Lists the jobs of the site with the `id`.', job, jobListing)],
  ['readJob',        'GET',            '/v1/jobs/{id}',             'job',        'Jobs',        readOperation('Reads a job.', job, demoIds.job)],
  ['readUser',       'GET',            '/v1/users/{id}',            'user',       'Users',       readOperation('Reads a user; the response has no `id`.', user, demoIds.user)],
  ['listUsers',      'GET',            '/v1/users',                 'users',      'Users',       listOperation('Lists the company’s users.', listedUser)],
  ['readAsset',      'GET',            '/v1/assets/{id}',           'asset',      'Assets',      readOperation('Reads an asset.', asset, demoIds.asset)],
  ['listAssets',     'GET',            '/v1/assets',                'assets',     'Assets',      listOperation('Lists the company’s assets.', asset)],
  ['updateAsset',    ['PATCH', 'PUT'], '/v1/assets',                'updateAsset','Assets',      updateAssetOperation],
  ['createAsset',    'POST',           '/v1/assets',                'createAsset','Assets',      createAssetOperation],
  ['listAssetTypes', 'GET',            '/v1/asset-types',           'assetTypes', 'Asset types', listOperation('Lists the company’s asset types.', assetType)],
  ['readAssetType',  'GET',            '/v1/asset-types/{id}',      'assetType',  'Asset types', readOperation('Reads an asset type.', assetType, demoIds.assetType)],
  ['readSite',       'GET',            '/v1/sites/{id}',            'site',       'Sites',       readOperation('Reads a site.', site, demoIds.site)],
  ['listSites',      'GET',            '/v1/sites',                 'sites',      'Sites',       listOperation('Lists the company’s sites.', site)],
  ['updateSite',     ['PATCH', 'PUT'], '/v1/sites',                 'updateSite', 'Sites',       updateSiteOperation],
  ['createSite',     'POST',           '/v1/sites',                 'createSite', 'Sites',       createSiteOperation],
  ['readZoneType',   'GET',            '/v1/zone-types/{id}',       'zoneType',   'Zone types',  readOperation('Reads a zone type.', zoneType, demoIds.zoneType)],
  ['listZoneTypes',  'GET',            '/v1/zone-types',            'zoneTypes',  'Zone types',  listOperation('Lists the company’s zone types.', zoneType)],
  ['listZones',      'GET',            '/v1/zones',                 'zones',      'Zones',       listOfSiteOperation('Lists the zones of the site with the `id`.', zone, zoneListing)],
  ['createZone',     'POST',           '/v1/zones',                 'createZone', 'Zones',       createZoneOperation],
  ['readZone',       'GET',            '/v1/zones/{id}',            'zone',       'Zones',       readOperation('Reads a zone.', zone, demoIds.zone)],
  ['readClient',     'GET',            '/v1/clients/{id}',          'client',     'Clients',     readOperation('Reads a client.', client, demoIds.client)],
  ['listClients',    'GET',            '/v1/clients',               'clients',    'Clients',     listOperation('Lists the company’s clients.', client)],
]
