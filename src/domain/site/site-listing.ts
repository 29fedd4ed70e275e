import { is, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'
import { containsByGrams } from '../listing/text-grams.js'
import { hasRisk } from '../risk/risk.js'

export type SiteFilter = FilterOf<typeof siteListing>

export const siteListing = {
  model: 'Site',
  filters: {
    ids: refersTo('id', 'Site'),
    search: containsByGrams('Site', 'name'),
    clientIds: refersTo('clientId', 'Client'),
    managerIds: refersTo('managerId', 'User'),
    riskLevels: hasRisk('Site'),
    failing: is('Site', 'failing'),
    createdAt: isWithin('createdAt'),
  },
  orders: { id: 'int', name: 'text', riskId: 'int | null', createdAt: 'timestamptz' },
} satisfies AnyListing
