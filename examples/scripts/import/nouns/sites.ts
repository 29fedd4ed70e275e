import { RiskLevel } from '../../../client/generated/graphql.js'
import { reference } from '../fields/reference.js'
import { integer, oneOf, value } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const SITES: Noun = {
  list: 'sites',
  fields: [
    reference('clientId', {
      noun: 'client',
      name: ['client', 'client.legalName'],
      exportedId: 'client.id',
      list: 'clients',
      names: [['legalName']],
    }),
    value('name'),
    value('legalName'),
    value('registrationNumber'),
    value('vatNumber'),
    value('riskLevel', { read: oneOf(RiskLevel) }),
    value('failureThreshold', { read: integer }),
    value('address.street'),
    value('address.city'),
    value('address.region'),
    value('address.timezone'),
    reference('managerId', {
      noun: 'user',
      name: ['manager', 'manager.email'],
      exportedId: 'manager.id',
      list: 'users',
      names: [['email']],
    }),
  ],
  // A file without clients may change sites by their names.
  keys: [{ columns: ['clientId', 'name'] }, { columns: ['name'] }],
  required: [['clientId'], ['name']],
  create: 'createSite',
  update: 'updateSite',
  record: 'site',
  reported: { name: 'name' },
}
