import { integer, objects, value } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const CHECKLISTS: Noun = {
  list: 'checklists',
  fields: [
    value('name'),
    value('passPercentage', { read: integer }),
    value('sections', { read: objects }),
  ],
  keys: [{ columns: ['name'] }],
  required: [['name']],
  create: 'createChecklist',
  update: 'updateChecklist',
  record: 'checklist',
  reported: { name: 'name' },
}
