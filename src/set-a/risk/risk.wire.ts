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

/** Set A: Risk. */
export const Risk = record('Risk', {
  id: integer,
  level: text,
  value: integer,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: nullableTimestamp,
})

export const riskFields = fields('id', 'level', 'value', 'createdAt', 'updatedAt', 'deletedAt')
export type RiskRow = Row<'Risk', typeof riskFields>

export const presentRisk = (risk: RiskRow): z.output<typeof Risk> => ({
  id: risk.id,
  level: risk.level,
  value: risk.value,
  created_at: writeTimestamp(risk.createdAt),
  updated_at: writeTimestamp(risk.updatedAt),
  deleted_at: writeNullableTimestamp(risk.deletedAt),
})

/** What lists show of a risk. */
export const RiskInList = record('RiskInList', { id: integer, level: text, value: integer })

export const riskInListFields = fields('id', 'level', 'value')
export type RiskInListRow = Row<'Risk', typeof riskInListFields>

export const presentRiskInList = (risk: RiskInListRow): z.output<typeof RiskInList> => ({
  id: risk.id,
  level: risk.level,
  value: risk.value,
})
