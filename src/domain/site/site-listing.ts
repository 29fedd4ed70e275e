import type { RecordKey } from '../domain.js'
import {
  containsByGrams,
  type DateTimeRange,
  hasRisk,
  is,
  isWithin,
  refersTo,
} from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'
import type { RiskLevel } from '../risk/risk.js'

export interface SiteFilter {
  readonly search: string
  readonly clientIds: readonly RecordKey[]
  readonly managerIds: readonly RecordKey[]
  readonly riskLevels: readonly RiskLevel[]
  readonly failing: boolean
  readonly createdAt: DateTimeRange
}

export const siteListing: Listing<SiteFilter> = {
  model: 'Site',
  filters: {
    search: containsByGrams('Site', 'name'),
    clientIds: refersTo('clientId', 'Client'),
    managerIds: refersTo('managerId', 'User'),
    riskLevels: hasRisk(),
    failing: is('Site', 'failing'),
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    name: { type: 'text' },
    riskId: { type: 'int', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
}
