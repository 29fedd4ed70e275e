import { reference } from '../fields/reference.js'
import { integer, value } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const ZONES: Noun = {
  list: 'zones',
  fields: [
    reference('siteId', {
      noun: 'site',
      name: ['site', 'site.name'],
      exportedId: 'site.id',
      list: 'sites',
      names: [['name'], ['client.legalName', 'name']],
    }),
    value('name'),
    reference('typeId', {
      noun: 'zone type',
      name: ['type', 'type.name'],
      exportedId: 'type.id',
      list: 'zoneTypes',
      names: [['name']],
    }),
    value('sizeSquareMetres', { read: integer }),
  ],
  keys: [{ columns: ['siteId', 'name'] }],
  required: [['siteId'], ['name'], ['typeId']],
  create: 'createZone',
  update: 'updateZone',
  record: 'zone',
  reported: { name: 'name' },
}
