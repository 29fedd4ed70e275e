import type { AssetFilter, AssetOrderField } from '../../../generated/graphql.js'
import { filtersOf } from '../../lists/filters.js'
import { RISKS } from '../../risks.js'

const DUE_WITHIN = ['P1W', 'P30D', 'P3M', 'P1Y']
const STATUSES = ['OK', 'OVERDUE', 'DEFECTIVE', 'DECOMMISSIONED']

export const FILTERS = filtersOf<AssetFilter>({
  search: { label: 'Code, barcode or custom field', kind: 'search' },
  statuses: { label: 'Status', kind: 'values', values: STATUSES },
  riskLevels: { label: 'Risk', kind: 'values', values: RISKS },
  siteIds: { label: 'Site', kind: 'records', noun: 'sites' },
  typeIds: { label: 'Type', kind: 'records', noun: 'assetTypes' },
  checklistIds: { label: 'Checklist', kind: 'records', noun: 'checklists', isRare: true },
  customField: { label: 'Custom field', kind: 'customField', isRare: true },
  overdue: { label: 'Overdue', kind: 'flag', isRare: true },
  dueWithin: { label: 'Due within', kind: 'value', values: DUE_WITHIN, isRare: true },
  neverInspected: { label: 'Never inspected', kind: 'flag', isRare: true },
  defective: { label: 'Defective', kind: 'flag', isRare: true },
  zoneIds: { label: 'Zone', kind: 'records', noun: 'zones', isRare: true },
  clientIds: { label: 'Client', kind: 'records', noun: 'clients', isRare: true },
  leftInJobIds: { label: 'Left in job', kind: 'records', noun: 'jobs', isRare: true },
  ids: { label: 'Assets', kind: 'records', noun: 'assets', isRare: true },
  codes: { label: 'Codes', kind: 'texts', isRare: true },
  barcodes: { label: 'Barcodes', kind: 'texts', isRare: true },
  nextInspectionDueAt: { label: 'Next inspection', kind: 'days', isRare: true },
  lastInspectedAt: { label: 'Last inspected', kind: 'days', isRare: true },
  createdAt: { label: 'Created', kind: 'days', isRare: true },
  updatedAt: { label: 'Changed', kind: 'days', isRare: true },
})

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
