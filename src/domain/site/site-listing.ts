import { anyOf, is, isWithin } from '../listing/conditions.js'
import { type AnyListing, byText, type FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'
import { containsByGrams } from '../listing/text-grams.js'
import { hasClientNamed } from './site-names.js'
import { hasRisk } from '../risk/risk.js'

export type SiteFilter = FilterOf<typeof siteListing>

/** The site's name contains a text, ignoring case and accents. */
export const siteNameContains = containsByGrams('Site', 'name')

export const siteListing = {
  model: 'Site',
  filters: {
    ids: refersTo('id', 'Site'),
    search: (text: string) => anyOf([siteNameContains(text), hasClientNamed(text)]),
    clientIds: refersTo('clientId', 'Client'),
    managerIds: refersTo('managerId', 'User'),
    riskLevels: hasRisk('Site'),
    failing: is('Site', 'failing'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    name: 'text',
    client: byText('client.legalName'),
    city: 'text | null',
    manager: { by: ['manager.lastName', 'manager.firstName'], type: 'text | null' },
    riskId: 'int | null',
    failing: 'boolean',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
