import { RiskLevel } from '../../../client/generated/graphql.js'
import { reference } from '../fields/reference.js'
import { oneOf, value } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const ZONE_TYPES: Noun = {
  list: 'zoneTypes',
  fields: [
    value('name'),
    value('riskLevel', { read: oneOf(RiskLevel) }),
    reference('assetTypeIds', {
      noun: 'asset type',
      name: ['assetTypes', 'assetTypes.nodes.shortCode'],
      exportedId: 'assetTypes.nodes.id',
      list: 'assetTypes',
      names: [['shortCode'], ['name']],
      several: true,
    }),
  ],
  keys: [{ columns: ['name'] }],
  required: [['name']],
  create: 'createZoneType',
  update: 'updateZoneType',
  record: 'zoneType',
  reported: { name: 'name' },
}
