import { value } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const CLIENTS: Noun = {
  list: 'clients',
  fields: [
    value('legalName'),
    value('tradingName'),
    value('registrationNumber'),
    value('vatNumber'),
  ],
  keys: [{ columns: ['legalName'] }],
  required: [['legalName']],
  create: 'createClient',
  update: 'updateClient',
  record: 'client',
  reported: { legalName: 'legalName' },
}
