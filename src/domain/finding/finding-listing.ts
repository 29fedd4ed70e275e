import { FindingStatus } from '../../db/generated/prisma/enums.js'
import { assetListing } from '../asset/asset-listing.js'
import { is, isOneOfEnum, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { hasRelated, refersTo } from '../listing/references.js'
import { containsByGrams } from '../listing/text-grams.js'
import { hasRisk, riskIds } from '../risk/risk.js'
import { FINDING_STATUSES } from './finding-status.js'

export type FindingFilter = FilterOf<typeof findingListing>

const { typeIds, zoneIds, siteIds, clientIds } = assetListing.filters

export const findingListing = {
  model: 'Finding',
  filters: {
    ids: refersTo('id', 'Finding'),
    search: containsByGrams('Finding', 'searchText'),
    assetIds: refersTo('assetId', 'Asset'),
    typeIds: hasRelated('Finding', 'asset', typeIds),
    zoneIds: hasRelated('Finding', 'asset', zoneIds),
    siteIds: hasRelated('Finding', 'asset', siteIds),
    clientIds: hasRelated('Finding', 'asset', clientIds),
    jobIds: refersTo('jobId', 'Job'),
    inspectionIds: refersTo('inspectionId', 'Inspection'),
    severities: hasRisk('Finding'),
    statuses: isOneOfEnum('status', 'finding_status', FindingStatus),
    overdue: is('Finding', 'overdue'),
    dueAt: isWithin('dueAt'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    dueAt: 'timestamptz',
    severity: { by: ['riskId'], type: 'int', values: Object.keys(riskIds) },
    status: { by: ['status'], type: 'finding_status', values: FINDING_STATUSES },
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
