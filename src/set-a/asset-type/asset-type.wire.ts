import { z } from 'zod'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableInteger,
  nullableTimestamp,
  record,
  text,
  timestamp,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'
import {
  Checklist,
  checklistFields,
  type ChecklistRow,
  presentChecklist,
} from './checklist.wire.js'
import { CustomField, presentCustomFields } from './custom-field.wire.js'

export const assetTypeShape = {
  id: integer,
  name: text,
  created_at: timestamp,
  updated_at: timestamp,
  short_code: text,
  checklist_id: nullableInteger,
  risk_id: nullableInteger,
  company_id: integer,
  deleted_at: nullableTimestamp,
  custom_fields: text.describe('`custom_fields_object` as JSON text.'),
  enforce_checklist_order: z.boolean(),
  custom_fields_object: z.array(CustomField),
  checklist: Checklist.nullable(),
}

/** Set A: Asset type. */
export const AssetType = record('AssetType', assetTypeShape)

const columns = fields(
  'id',
  'name',
  'createdAt',
  'updatedAt',
  'shortCode',
  'checklistId',
  'riskId',
  'companyId',
  'deletedAt',
  'customFields',
  'enforceChecklistOrder',
)
export const assetTypeFields = {
  ...columns,
  checklist: { of: 'checklist', select: checklistFields },
}
export type AssetTypeRow = Row<'AssetType', typeof columns> & {
  readonly checklist: ChecklistRow | null
}

export const presentAssetType = (type: AssetTypeRow): z.output<typeof AssetType> => ({
  id: type.id,
  name: type.name,
  created_at: writeTimestamp(type.createdAt),
  updated_at: writeTimestamp(type.updatedAt),
  short_code: type.shortCode,
  checklist_id: type.checklistId,
  risk_id: type.riskId,
  company_id: type.companyId,
  deleted_at: writeNullableTimestamp(type.deletedAt),
  custom_fields: JSON.stringify(presentCustomFields(type.customFields)),
  enforce_checklist_order: type.enforceChecklistOrder,
  custom_fields_object: presentCustomFields(type.customFields),
  checklist: type.checklist && presentChecklist(type.checklist),
})
