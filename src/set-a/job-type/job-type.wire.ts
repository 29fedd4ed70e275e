import { z } from 'zod'
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

/** Set A: Job type. */
export const JobType = record('JobType', {
  id: integer,
  description: text,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: nullableTimestamp,
  company_id: integer,
  pass_percentage: integer,
  active: z.boolean(),
  requires_signature: z.boolean(),
  single_inspection: z.boolean(),
})

export const jobTypeFields = fields(
  'id',
  'description',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'companyId',
  'passPercentage',
  'active',
  'requiresSignature',
  'singleInspection',
)
export type JobTypeRow = Row<'JobType', typeof jobTypeFields>

export const presentJobType = (type: JobTypeRow): z.output<typeof JobType> => ({
  id: type.id,
  description: type.description,
  created_at: writeTimestamp(type.createdAt),
  updated_at: writeTimestamp(type.updatedAt),
  deleted_at: writeNullableTimestamp(type.deletedAt),
  company_id: type.companyId,
  pass_percentage: type.passPercentage,
  active: type.active,
  requires_signature: type.requiresSignature,
  single_inspection: type.singleInspection,
})

/** Set A: Job type, list form. */
export const JobTypeInList = record('JobTypeInList', {
  id: integer,
  description: text,
  requires_signature: z.boolean(),
})

export const jobTypeInListFields = fields('id', 'description', 'requiresSignature')
export type JobTypeInListRow = Row<'JobType', typeof jobTypeInListFields>

export const presentJobTypeInList = (type: JobTypeInListRow): z.output<typeof JobTypeInList> => ({
  id: type.id,
  description: type.description,
  requires_signature: type.requiresSignature,
})
