import { InspectionSchedule, RiskLevel } from '../../../client/generated/graphql.js'
import { reference } from '../fields/reference.js'
import { objects, oneOf, value, yesOrNo } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const ASSET_TYPES: Noun = {
  list: 'assetTypes',
  fields: [
    value('name'),
    value('shortCode', { read: (text) => text.toUpperCase() }),
    value('riskLevel', { read: oneOf(RiskLevel) }),
    value('inspectionInterval'),
    value('inspectionSchedule', { read: oneOf(InspectionSchedule) }),
    value('enforceChecklistOrder', { read: yesOrNo }),
    reference('checklistId', {
      noun: 'checklist',
      name: ['checklist', 'checklist.name'],
      exportedId: 'checklist.id',
      list: 'checklists',
      names: [['name']],
    }),
    value('customFields', { read: objects }),
  ],
  keys: [{ columns: ['shortCode'], filterOf: (keys) => ({ shortCodes: keys.flat() }) }],
  required: [['name'], ['shortCode']],
  create: 'createAssetType',
  update: 'updateAssetType',
  record: 'assetType',
  reported: { shortCode: 'shortCode' },
}
