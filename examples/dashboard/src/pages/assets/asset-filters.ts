import type { AssetOrderField } from '../../../generated/graphql.js'
import type { Filter } from '../../lists/filters.js'
import { RISKS } from '../../risks.js'

const DUE_WITHIN = ['P1W', 'P30D', 'P3M', 'P1Y']
const STATUSES = ['OK', 'OVERDUE', 'DEFECTIVE', 'DECOMMISSIONED']

export const FILTERS: readonly Filter[] = [
  { name: 'search', label: 'Code, barcode or custom field', kind: 'search' },
  { name: 'statuses', label: 'Status', kind: 'values', values: STATUSES },
  { name: 'riskLevels', label: 'Risk', kind: 'values', values: RISKS },
  { name: 'siteIds', label: 'Site', kind: 'records', noun: 'sites' },
  { name: 'typeIds', label: 'Type', kind: 'records', noun: 'assetTypes' },
  { name: 'checklistIds', label: 'Checklist', kind: 'records', noun: 'checklists', isRare: true },
  { name: 'customField', label: 'Custom field', kind: 'customField', isRare: true },
  { name: 'overdue', label: 'Overdue', kind: 'flag', isRare: true },
  { name: 'dueWithin', label: 'Due within', kind: 'value', values: DUE_WITHIN, isRare: true },
  { name: 'neverInspected', label: 'Never inspected', kind: 'flag', isRare: true },
  { name: 'defective', label: 'Defective', kind: 'flag', isRare: true },
  { name: 'zoneIds', label: 'Zone', kind: 'records', noun: 'zones', isRare: true },
  { name: 'clientIds', label: 'Client', kind: 'records', noun: 'clients', isRare: true },
  { name: 'leftInJobIds', label: 'Left in job', kind: 'records', noun: 'jobs', isRare: true },
  { name: 'ids', label: 'Assets', kind: 'records', noun: 'assets', isRare: true },
  { name: 'codes', label: 'Codes', kind: 'texts', isRare: true },
  { name: 'barcodes', label: 'Barcodes', kind: 'texts', isRare: true },
  { name: 'nextInspectionDueAt', label: 'Next inspection', kind: 'days', isRare: true },
  { name: 'lastInspectedAt', label: 'Last inspected', kind: 'days', isRare: true },
  { name: 'createdAt', label: 'Created', kind: 'days', isRare: true },
  { name: 'updatedAt', label: 'Changed', kind: 'days', isRare: true },
]

export const ORDERS: Record<AssetOrderField, string> = {
  CODE: 'Code',
  STATUS: 'Status',
  RISK: 'Risk, most critical first',
  TYPE: 'Type',
  ZONE: 'Zone',
  SITE: 'Site',
  CLIENT: 'Client',
  NEXT_INSPECTION_DUE_AT: 'Next inspection',
  LAST_INSPECTED_AT: 'Last inspection',
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
  ID: 'Age of the record',
}
