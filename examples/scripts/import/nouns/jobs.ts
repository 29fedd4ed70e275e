import { reference } from '../fields/reference.js'
import { instant, integer, isInt, localTime, value, yesOrNo } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const JOBS: Noun = {
  list: 'jobs',
  fields: [
    value('number', { read: integer, fixed: 'The number of a job cannot be changed.' }),
    reference('siteId', {
      noun: 'site',
      name: ['site', 'site.name'],
      exportedId: 'site.id',
      list: 'sites',
      names: [['name'], ['client.legalName', 'name']],
    }),
    reference('jobTypeId', {
      noun: 'active job type',
      name: ['jobType', 'type.name'],
      exportedId: 'type.id',
      list: 'jobTypes',
      names: [['name']],
      filter: { active: true },
    }),
    reference('technicianId', {
      noun: 'active technician',
      name: ['technician', 'technician.email'],
      exportedId: 'technician.id',
      list: 'users',
      names: [['email']],
      filter: { active: true, roles: ['TECHNICIAN'] },
    }),
    reference('zoneIds', {
      noun: 'zone',
      name: ['zones', 'zones.nodes.name'],
      exportedId: 'zones.nodes.id',
      list: 'zones',
      names: [['name'], ['site.name', 'name'], ['site.id', 'name']],
      within: ['siteId', 'site'],
      several: true,
    }),
    value('scheduledStartLocal', { read: localTime }),
    value('scheduledEndLocal', { read: localTime }),
    value('scheduledStart', { read: instant }),
    value('scheduledEnd', { read: instant }),
    value('reference'),
    value('specialInstructions'),
    value('requiresSignature', { read: yesOrNo }),
    value('allowEarlyClosure', { read: yesOrNo }),
  ],
  keys: [
    {
      columns: ['number'],
      filterOf: (keys) => ({ numbers: keys.flat().map(Number).filter(isInt) }),
      assigned: true,
    },
  ],
  required: [
    ['siteId'],
    ['jobTypeId'],
    ['scheduledStartLocal', 'scheduledStart'],
    ['scheduledEndLocal', 'scheduledEnd'],
  ],
  create: 'createJobs',
  update: 'updateJobs',
  bulk: true,
  record: 'jobs',
  reported: { number: 'number' },
}
