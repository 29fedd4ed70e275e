import type { z } from 'zod'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableTimestamp,
  record,
  text,
  timestamp,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'

/** Set A: Asset type, `checklist`: of which the specification does not say the fields. */
export const Checklist = record('Checklist', {
  id: integer,
  name: text,
  created_at: timestamp,
  updated_at: timestamp,
  company_id: integer,
  deleted_at: nullableTimestamp,
})

export const checklistFields = fields(
  'id',
  'name',
  'createdAt',
  'updatedAt',
  'companyId',
  'deletedAt',
)
export type ChecklistRow = Row<'Checklist', typeof checklistFields>

export const presentChecklist = (checklist: ChecklistRow): z.output<typeof Checklist> => ({
  id: checklist.id,
  name: checklist.name,
  created_at: writeTimestamp(checklist.createdAt),
  updated_at: writeTimestamp(checklist.updatedAt),
  company_id: checklist.companyId,
  deleted_at: writeNullableTimestamp(checklist.deletedAt),
})
