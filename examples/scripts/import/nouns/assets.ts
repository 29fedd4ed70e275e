import { RiskLevel } from '../../../client/generated/graphql.js'
import { customFieldValues } from '../fields/custom-field-values.js'
import { reference } from '../fields/reference.js'
import { oneOf, value } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const ASSETS: Noun = {
  list: 'assets',
  fields: [
    value('code'),
    value('barcode', {
      exported: 'barcode.data',
      fixed: 'The barcode of an asset cannot be changed here.',
    }),
    value('riskLevel', { read: oneOf(RiskLevel) }),
    reference('typeId', {
      noun: 'asset type',
      name: ['type', 'type.shortCode'],
      exportedId: 'type.id',
      list: 'assetTypes',
      names: [['name'], ['shortCode']],
    }),
    reference('siteId', {
      noun: 'site',
      name: ['site', 'site.name'],
      exportedId: 'site.id',
      list: 'sites',
      names: [['name'], ['client.legalName', 'name']],
      containsOnly: true,
    }),
    reference('zoneId', {
      noun: 'zone',
      name: ['zone', 'zone.name'],
      exportedId: 'zone.id',
      list: 'zones',
      names: [['name'], ['site.name', 'name'], ['site.id', 'name']],
      within: ['siteId', 'site'],
    }),
    customFieldValues,
  ],
  keys: [{ columns: ['code'], exact: true, filterOf: (keys) => ({ codes: keys.flat() }) }],
  required: [['zoneId'], ['typeId']],
  unique: ['barcode'],
  create: 'createAssets',
  update: 'updateAssets',
  bulk: true,
  record: 'assets',
  reported: { code: 'code', barcode: 'barcode.data' },
}
